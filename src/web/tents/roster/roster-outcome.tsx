import { pathOfTentRecord } from '../../../shared/screens.ts'
import type { RosterPreview, RosterProblem } from '../../../shared/tents/contract.ts'
import { Link } from '../../routing/link.tsx'
import { partsChanged } from './parts-changed.ts'
import styles from './roster-outcome.module.css'
import { rosterTexts } from './texts.ts'

type Listed = { title: string; tone: 'danger' | 'live'; problems: RosterProblem[]; count: number }

/** Longer lists are closed at first, because they would push the changes out of view. */
const fewEnough = 20

/** Problems and warnings about a roster file, by line. */
export function RosterProblems({ title, tone, problems, count }: Listed) {
  if (count === 0) return null
  return (
    <section className={styles['problems']} data-tone={tone} aria-label={title}>
      <details open={tone === 'danger' || count <= fewEnough}>
        <summary>
          {title}: {count}
        </summary>
        <ol>
          {problems.map(({ line, column, reason }) => (
            <li key={`${line} ${column} ${reason}`}>
              <b>
                Line {line}, {column}:
              </b>{' '}
              {reason}
            </li>
          ))}
        </ol>
        {count > problems.length && <p>and {count - problems.length} more</p>}
      </details>
    </section>
  )
}

const kinds = [
  ['changed', 'Changed'],
  ['retired', 'Retired'],
  ['added', 'Added'],
] as const

/** The changes, tent by tent. */
export function RosterChanges({ preview }: { preview: RosterPreview }) {
  return kinds.map(([kind, title]) => {
    const tents = preview.changes.filter((change) => change.kind === kind)
    const left = preview[kind] - tents.length
    if (preview[kind] === 0) return null
    return (
      <details key={kind} className={styles['changes']} open={kind !== 'added'}>
        <summary>
          {title}: {preview[kind]}
        </summary>
        <ul>
          {tents.map((change, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two tents may be called the same
            <ChangedTent key={place} {...change} />
          ))}
        </ul>
        {left > 0 && <p>and {left} more</p>}
      </details>
    )
  })
}

function ChangedTent({ id, order, name, fields }: RosterPreview['changes'][number]) {
  const named = (
    <>
      <b>{order}</b> {name === '' ? rosterTexts.noName : name}
    </>
  )
  return (
    <li>
      {id === undefined ? named : <Link to={pathOfTentRecord(id)}>{named}</Link>}
      {fields.length > 0 && (
        <dl>
          {fields.map((field) => (
            <div key={field.column}>
              <dt>{field.column}</dt>
              <dd>
                <FieldChange {...field} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/** For a long list, who is added and removed; else the old and the new text. */
function FieldChange({ before, after }: { before: string; after: string }) {
  const { gone, come, kept } = partsChanged(before, after)
  if (kept === 0) {
    return (
      <>
        <del>{gone || rosterTexts.empty}</del> → <ins>{come || rosterTexts.empty}</ins>
      </>
    )
  }
  return (
    <>
      {gone !== '' && <del>{gone}</del>} {come !== '' && <ins>+ {come}</ins>}{' '}
      <span className="muted">{rosterTexts.othersStay(kept)}</span>
    </>
  )
}
