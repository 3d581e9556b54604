import { memo, useDeferredValue, useMemo } from 'react'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { classNames } from '../../ui/class-names.ts'
import { holds } from '../../ui/find-text.ts'
import styles from './card-checker.module.css'
import { type MemberName, memberNames } from './member-names.ts'

type CardCheckerProps = {
  /** All tents of the check: an exclusion counts for a tent that is marked already, too. */
  tents: readonly ActiveTent[]
  excludedNames: readonly string[]
  query: string
  onExclude: (name: string, isExcluded: boolean) => void
}

/** The Duke Card Checker: whoever came late is excluded from this check, on every page. */
export function CardChecker(props: CardCheckerProps) {
  const query = useDeferredValue(props.query)
  const excluded = useMemo(() => new Set(props.excludedNames), [props.excludedNames])
  const groups = useMemo(() => memberNames(props.tents), [props.tents])
  const all = groups.reduce((sum, { names }) => sum + names.length, 0)
  const found = groups
    .map(({ letter, names }) => ({ letter, names: names.filter(({ name }) => holds(name, query)) }))
    .filter(({ names }) => names.length > 0)

  return (
    <div className={styles['page']}>
      <div className={styles['count']}>
        <p role="status">
          <strong>{excluded.size}</strong> of {all} names excluded
        </p>
        <a href="#excluded" className={classNames(excluded.size === 0 && styles['hidden'])}>
          See them
        </a>
      </div>
      <p className={styles['hint']}>
        Tap whoever was not inside when the check began. They can’t be chosen on any page.
      </p>
      {all === 0 && <p>No members are listed in the tents of this check.</p>}
      {all > 0 && found.length === 0 && <p>No name matches “{query}”.</p>}
      {found.map(({ letter, names }) => (
        <section key={letter} aria-label={letter} className={styles['group']}>
          <h2 className={styles['letter']}>{letter}</h2>
          <Names names={names} excluded={excluded} onExclude={props.onExclude} />
        </section>
      ))}
      {/* Below the list: above it, each tap would move the names under the next one. */}
      {excluded.size > 0 && (
        <section id="excluded" aria-labelledby="excluded-title" className={styles['chosen']}>
          <h2 id="excluded-title" className={styles['letter']}>
            Excluded
          </h2>
          <Names
            names={groupsOf(groups, excluded)}
            excluded={excluded}
            onExclude={props.onExclude}
          />
        </section>
      )}
    </div>
  )
}

function groupsOf(groups: { names: MemberName[] }[], excluded: ReadonlySet<string>): MemberName[] {
  return groups.flatMap(({ names }) => names.filter(({ name }) => excluded.has(name)))
}

type NamesProps = Pick<CardCheckerProps, 'onExclude'> & {
  names: readonly MemberName[]
  excluded: ReadonlySet<string>
}

function Names({ names, excluded, onExclude }: NamesProps) {
  return (
    <ul className={styles['names']}>
      {names.map((entry) => (
        <Name
          key={entry.name}
          entry={entry}
          isExcluded={excluded.has(entry.name)}
          onExclude={onExclude}
        />
      ))}
    </ul>
  )
}

type NameProps = Pick<CardCheckerProps, 'onExclude'> & { entry: MemberName; isExcluded: boolean }

const Name = memo(function Name({ entry, isExcluded, onExclude }: NameProps) {
  const { name, tents } = entry
  return (
    <li>
      <button
        type="button"
        aria-pressed={isExcluded}
        className={classNames(styles['name'], isExcluded && styles['excluded'])}
        onClick={() => onExclude(name, !isExcluded)}
      >
        <span className={styles['text']}>{name}</span>
        <span className={styles['tents']}>
          {tents.length === 1
            ? `Tent ${tents[0]}`
            : `${tents.length} people, tents ${tents.join(', ')}: all are meant`}
        </span>
        {isExcluded && <span className={styles['state']}>Excluded</span>}
      </button>
    </li>
  )
})
