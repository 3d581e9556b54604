import { memo, useEffect, useRef } from 'react'
import type { User } from '../../../shared/accounts/contract.ts'
import { pathOfTentRecord } from '../../../shared/screens.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { Link } from '../../routing/link.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LitTent } from '../../ui/lit-tent.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { FoundPeople, Marked } from './found.tsx'
import { belowText, markText, stateText } from './mark-words.ts'
import styles from './rows.module.css'
import { isOwn, mayUndo, namesCounted, type Standing } from './standings.ts'

export type LineProps = {
  tent: ActiveTent
  standing: Standing
  /** null: the tent's row was in another list; then the line leads to the tent's record. */
  place: number | null
  /** The search; what matches is highlighted. */
  query?: string
  excluded: ReadonlySet<string>
  user: User
  onUndo: (tent: ActiveTent, standing: Standing) => void
}

/** The line of a marked tent, in the place of its row: the mark, its state, and an undo. */
export const MarkLine = memo(function MarkLine(props: LineProps) {
  const { tent, standing, place, query = '', excluded, user, onUndo } = props
  const { outcome, facts, own, isUndoWanted } = standing
  const isOurs = isOwn(standing, user)
  const isSettled = useSettled(String(isOurs))
  const mark = markText(tent, standing, isOurs)
  const text = tent.order ? (
    <>
      <Marked text={tent.order} query={query} />
      {` · ${mark}`}
    </>
  ) : (
    // A name may be long: what it leaves no space for must not be the mark.
    <>
      {`${mark} · `}
      <Marked text={tent.name} query={query} />
    </>
  )
  const state = stateText(standing)
  const line = useRef<HTMLLIElement>(null)
  const below = belowText(tent, standing, excluded)
  const isBelow = below !== null && !isUndoWanted
  const isBelowSince = isBelow && namesCounted(standing).some((name) => excluded.has(name))
  const isFresh = own?.phase === 'fading'
  useEffect(() => {
    if (!isFresh || place === null) return
    // The row may have begun above the visible part.
    line.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    // The focused element disappeared with the row.
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [isFresh, place])
  return (
    <li
      ref={line}
      tabIndex={-1}
      style={{ order: place ?? 0 }}
      data-line={tent.id}
      className={classNames(styles['line'], styles[outcome], isFresh && styles['fresh'])}
    >
      <LitTent isLit={outcome === 'make'} />
      <p className={styles['words']}>
        <span className={classNames(styles['name'], styles['result'])}>
          {/* Not where tents are marked: there a finger that misses would leave the check. */}
          {place === null ? (
            <Link to={pathOfTentRecord(tent.id)} className={styles['record']}>
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
        {/* A line of its own, so that another state beside it makes the row no higher. */}
        {isBelow && <span className={classNames(styles['facts'], styles['below'])}>{below}</span>}
        {/* Who was excluded may need two lines: they come in its place, so that no tent below moves. */}
        {!(isBelowSince && query === '') && (
          <span className={styles['facts']}>
            {query ? (
              // The names may leave no space for what comes last.
              <>
                {state} · <FoundPeople tent={tent} query={query} />
                <Marked text={tent.name} query={query} />
              </>
            ) : (
              // One text: a name of its own would move with each state.
              [state, tent.name].filter(Boolean).join(' · ')
            )}
          </span>
        )}
      </p>
      {isUndoWanted ? null : mayUndo(standing, user) ? (
        <Button
          variant="link"
          className={styles['undo']}
          aria-label={`Undo, tent ${tentLabel(tent)}`}
          // A colleague's mark comes where a finger may be about to open the row.
          onClick={({ detail }) =>
            (detail === 0 || isOurs || isSettled()) && onUndo(tent, standing)
          }
        >
          Undo
        </Button>
      ) : (
        <span className={styles['ask']}>Ask {facts?.by}</span>
      )}
    </li>
  )
})
