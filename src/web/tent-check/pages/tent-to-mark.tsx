import { type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { ActiveTent, Outcome } from '../../../shared/tent-check/contract.ts'
import { keyedMembersOf, type Member } from '../../../shared/tents/members.ts'
import { classNames } from '../../ui/class-names.ts'
import { holds } from '../../ui/find-text.ts'
import { labelOf, outcomeNames } from '../marks/mark.ts'
import styles from './tent-to-mark.module.css'

type TentToMarkProps = {
  tent: ActiveTent
  /** Keys of members. */
  chosen: readonly string[]
  excluded: ReadonlySet<string>
  /** What it was just marked as; a second tap takes that back. */
  fading: Outcome | null
  /** Members that it names stand out. */
  query: string
  onToggle: (tent: ActiveTent, member: Member) => void
  onMark: (tent: ActiveTent, outcome: Outcome) => void
  onTakeBack: (tent: ActiveTent) => void
}

/** One tent of a page: who is here, and Miss or Make. */
export const TentToMark = memo(function TentToMark(props: TentToMarkProps) {
  const { tent, chosen, fading, onMark, onTakeBack } = props
  const label = labelOf(tent)
  const members = useMemo(() => keyedMembersOf(tent), [tent])
  const pressed = useRef<HTMLButtonElement>(null)
  const mark = (outcome: Outcome) => (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.detail === 0 ? event.currentTarget : null
    onMark(tent, outcome)
  }
  return (
    <li className={classNames(styles['tent'], fading && styles['fading'])}>
      <article aria-label={`Tent ${label}`} className={styles['body']} inert={fading !== null}>
        <TentHead tent={tent} />
        <Members {...props} members={members} />
        <div className={styles['marks']}>
          <button
            type="button"
            className={classNames(styles['mark'], styles['miss'])}
            aria-label={`Miss, tent ${label}`}
            onClick={mark('miss')}
          >
            Miss
          </button>
          <p className={styles['count']}>
            <strong>{members.filter(({ key }) => chosen.includes(key)).length}</strong> chosen
          </p>
          <button
            type="button"
            className={classNames(styles['mark'], styles['make'])}
            aria-label={`Make, tent ${label}`}
            onClick={mark('make')}
          >
            Make
          </button>
        </div>
      </article>
      {fading && (
        <TakeBack outcome={fading} pressed={pressed} onTakeBack={() => onTakeBack(tent)} />
      )}
    </li>
  )
})

type TakeBackProps = {
  outcome: Outcome
  /** What a key marked it by; null: it was a finger or a mouse. */
  pressed: RefObject<HTMLButtonElement | null>
  onTakeBack: () => void
}

/**
 * Covers a tent while its mark fades, so that a second tap is the way back. After a key it has the
 * focus meanwhile, so that a second press is; a finger is not kept waiting for what that takes.
 */
function TakeBack({ outcome, pressed, onTakeBack }: TakeBackProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const from = pressed.current
    if (from === null) return
    button.current?.focus({ preventScroll: true })
    return () => from.focus({ preventScroll: true })
  }, [pressed])
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles['takeBack'], styles[outcome])}
      onClick={onTakeBack}
    >
      <strong>{outcomeNames[outcome]}</strong> Tap to take it back
    </button>
  )
}

function TentHead({ tent }: { tent: ActiveTent }) {
  const misses = tent.numberOfMisses ?? 0
  return (
    <header className={styles['head']}>
      <p className={styles['order']}>{tent.order || '–'}</p>
      <div className={styles['title']}>
        <h2 className={styles['name']}>{tent.name || 'No name'}</h2>
        <p className={styles['facts']}>
          {tent.type && <span>{tent.type}</span>}
          <span className={misses > 0 ? styles['misses'] : undefined}>
            {misses === 0 ? 'No misses' : misses === 1 ? '1 miss' : `${misses} misses`}
          </span>
          {tent.dayNumber !== null && <span>Day {tent.dayNumber}</span>}
          {tent.nightNumber !== null && <span>Night {tent.nightNumber}</span>}
        </p>
      </div>
    </header>
  )
}

type MembersProps = TentToMarkProps & { members: readonly Member[] }

function Members({ tent, members, chosen, excluded, query, onToggle }: MembersProps) {
  if (members.length === 0) return <p className={styles['nobody']}>No members are listed.</p>
  return (
    <ul className={styles['members']} aria-label="Members present">
      {members.map((member) => {
        const { name, key } = member
        const isExcluded = excluded.has(name)
        const isFound = query !== '' && holds(name, query)
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={chosen.includes(key)}
              className={classNames(
                styles['member'],
                isExcluded && styles['excluded'],
                isFound && styles['found'],
              )}
              onClick={() => onToggle(tent, member)}
            >
              {name}
              {isExcluded && <span className={styles['hidden']}> excluded</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
