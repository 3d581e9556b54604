import type { CheckLine, WholeCheck } from '../../shared/check-history/contract.ts'
import { pathOfTentInCheck, pathOfTentRecord } from '../../shared/screens.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { Link } from '../routing/link.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useTimes } from '../ui/times.ts'
import styles from './check-history.module.css'
import { DisputeLink } from './dispute-link.tsx'
import { correctionText, countedText, outcomeWords, personText, timeInCheck } from './words.ts'

type LineItemProps = {
  line: CheckLine
  check: Pick<WholeCheck, 'id' | 'startedAt' | 'seasonClosed'>
  /** Its id on the page, for links. */
  anchor?: string
  /** Whom the check counts no more, of all tents. */
  excluded: readonly string[]
  /** The address names this one. */
  isMeant?: boolean
  /** Opens a correction; null where that is not allowed. */
  onCorrect?: ((line: CheckLine) => void) | null
}

/** How a tent stands in a check, and who marked it. */
export function LineItem(props: LineItemProps) {
  const { line, check, anchor, excluded, isMeant = false, onCorrect = null } = props
  const { id, outcome, by, at, undone, corrections, dispute } = line
  const times = useTimes()
  const label = tentLabel(line)
  const marked =
    at === null
      ? ''
      : `by ${personText(by)}, ${timeInCheck(at, check.startedAt, times.toTheSecond, times)}`
  const takenBack = undone === 0 ? '' : `taken back ${undone === 1 ? 'once' : `${undone} times`}`
  const counted = countedText({ ...line, seasonClosed: check.seasonClosed }, excluded)
  const details = [marked, counted, takenBack].filter(Boolean).join(' · ')
  return (
    <li id={anchor} className={classNames(styles['line'], isMeant && styles['meant'])}>
      <div className={styles['lineHead']}>
        <Link to={pathOfTentRecord(id)} className={styles['tent']}>
          {label}
        </Link>
        <strong className={classNames(styles['outcome'], styles[outcome])}>
          {outcomeWords[outcome]}
        </strong>
        {onCorrect && (
          <Button
            variant="quiet"
            className={styles['onScreen']}
            aria-label={`Correct ${label}`}
            onClick={() => onCorrect(line)}
          >
            Correct…
          </Button>
        )}
      </div>
      <p className="muted">
        {details}{' '}
        {dispute && (
          <>
            · <DisputeLink dispute={dispute} mayAnswer={onCorrect !== null} />{' '}
          </>
        )}
        {anchor && (
          <span className={styles['onScreen']}>
            {details && '· '}
            <Link to={pathOfTentInCheck(check.id, id)}>
              Link<span className="visually-hidden"> to the line of {label}</span>
            </Link>
          </span>
        )}
      </p>
      {corrections.length > 0 && (
        <ul className={styles['corrections']}>
          {corrections.map((correction, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: it only grows at its end, and two may be of one moment
            <li key={place}>
              {personText(correction.by)}, {times.withDay(correction.at)}:{' '}
              {correctionText(correction)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
