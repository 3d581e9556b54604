import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { can } from '../../../shared/access.ts'
import type { User } from '../../../shared/accounts/contract.ts'
import { easternTime } from '../../../shared/eastern-time.ts'
import { pathOfCheck, pathOfTentRecord } from '../../../shared/screens.ts'
import type { MarkFacts } from '../../../shared/tent-check/contract.ts'
import { Link } from '../../routing/link.tsx'
import { Button } from '../../ui/button.tsx'
import links from '../../ui/links.module.css'
import { useZoneAfter } from '../../ui/times-zone.ts'
import type { Check } from '../live/picture.ts'
import { useSeasonSays } from '../live/season-says.ts'
import styles from './conflicts.module.css'
import { isMadeBy, outcomeNames } from './mark.ts'
import type { QueuedMark } from './mark-queue.ts'
import { marksTexts } from './texts.ts'

type ConflictsProps = {
  marks: readonly QueuedMark[]
  user: User
  /**
   * The check that is on; null: none is, and only a correction changes its record; undefined: it is
   * not known yet.
   */
  check: Pick<Check, 'checkId' | 'number' | 'tents' | 'marked'> | null | undefined
  onRead: (markId: string) => void
  /** Undoes the standing mark, if this person may. */
  onUndo: (mark: QueuedMark) => void
  /** The last one was answered here: what had the focus is gone. */
  onNoneLeft: () => void
}

/** All marks that did not count, each with the one that stands. */
export function Conflicts({ marks, ...rest }: ConflictsProps) {
  return marks.map((mark) => <Conflict key={mark.markId} mark={mark} {...rest} />)
}

type ConflictProps = Omit<ConflictsProps, 'marks'> & { mark: QueuedMark }

/** One's own mark and the standing one, with their times and the possible actions. */
function Conflict({ mark, user, check, onRead, onUndo, onNoneLeft }: ConflictProps) {
  const { markId, tentLabel, outcome, tappedAt, body, refusal } = mark
  const zoneOfMarks = useZoneAfter({ ofMarks: true })
  const { serverAheadMs } = useSeasonSays()
  const section = useRef<HTMLElement>(null)
  if (refusal === null) return null
  const standing = refusal.mark
  // This phone's clock may be wrong, and the other time is the server's.
  const at = tappedAt + serverAheadMs
  const zone = zoneOfMarks(at)
  const isMine = standing !== null && isMadeBy(user, standing)
  const isOn = check ? body.checkId === check.checkId : false
  const isOver = check !== undefined && !isOn
  const since = standing && check && isOn ? changeSince(standing, check) : null
  const stands = standing !== null && since === null
  const answer = (act: () => void) => {
    const next = headingBeside(section.current)
    flushSync(act)
    if (next === undefined) onNoneLeft()
    else next.focus()
  }
  return (
    <section ref={section} className={styles['conflict']} aria-label={tentLabel}>
      <h3 tabIndex={-1}>{tentLabel}</h3>
      <dl className={styles['sides']}>
        <div>
          <dt>Yours, not counted</dt>
          <dd>
            <strong className={styles[outcome]}>{outcomeNames[outcome]}</strong>
            {easternTime(new Date(at)) + zone}
          </dd>
        </div>
        {standing && (
          <div>
            <dt>
              {isMine ? 'Yours' : `${standing.by}’s`}, {stands ? 'it stands' : 'taken back'}
            </dt>
            <dd>
              <strong className={styles[standing.outcome]}>{outcomeNames[standing.outcome]}</strong>
              {standing.at + zone}
            </dd>
          </div>
        )}
      </dl>
      <p>
        {(isOn && nextStep(refusal.code, user)) || refusal.text}
        {since && ` ${since}`}
        {standing && isOver && ` ${marksTexts.checkOver}`}
        {stands && isOn && !isMine && !user.isSuperUser && ` Ask ${standing.by}, who may undo it.`}
      </p>
      <div className={styles['ways']}>
        {stands && isOn && (isMine || user.isSuperUser) && (
          <Button onClick={() => answer(() => onUndo(mark))}>
            Undo the {outcomeNames[standing.outcome]}
          </Button>
        )}
        <Button variant="quiet" onClick={() => answer(() => onRead(markId))}>
          {stands ? `Leave the ${outcomeNames[standing.outcome]}` : 'I have read this'}
        </Button>
      </div>
      <p className={links['links']}>
        <Link to={pathOfTentRecord(body.id)}>The tent’s record</Link>
        {body.checkId && <Link to={pathOfCheck(body.checkId)}>The check</Link>}
      </p>
    </section>
  )
}

/** What the person can do if the reason for the refusal is gone; null: it still holds. */
function nextStep(code: string, user: User): string | null {
  if (code === 'otherCheck') return marksTexts.goesOn
  return code === 'needsLineMonitor' && can(user, 'lineMonitor') ? marksTexts.roleIsBack : null
}

/** What became of the mark that stood; null: it stands, or a later event is not here yet. */
function changeSince(
  { id, number }: MarkFacts,
  check: Pick<Check, 'number' | 'tents' | 'marked'>,
): string | null {
  if (check.number < number) return null
  if (check.tents.some((tent) => tent.id === id)) return 'It is unmarked again.'
  const isOther = check.marked.some(({ mark }) => mark.id === id && mark.number !== number)
  return isOther ? 'It has been marked again since.' : null
}

/** The heading of the next mark in the list, else of the one before. */
function headingBeside(section: Element | null): HTMLElement | undefined {
  return [section?.nextElementSibling, section?.previousElementSibling].flatMap(
    (beside) => beside?.querySelector('h3') ?? [],
  )[0]
}
