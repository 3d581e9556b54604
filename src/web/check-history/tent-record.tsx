import { type ReactNode, useState } from 'react'
import type { RecordedCheck } from '../../shared/check-history/contract.ts'
import { pathOfTentInCheck } from '../../shared/screens.ts'
import { Link } from '../routing/link.tsx'
import { classNames } from '../ui/class-names.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './check-history.module.css'
import { checkHistoryTexts } from './texts.ts'
import { useTentRecord } from './use-checks.ts'
import {
  correctionText,
  countedText,
  missesAllowedText,
  outcomeWords,
  rosterMissesText,
  timeInCheck,
} from './words.ts'

type TentRecordProps = {
  tentId: string
  /** More about one of its checks, and actions for it. */
  beside: (check: RecordedCheck) => ReactNode
  /** A word or two for a check's line; null: none. */
  tag: (check: RecordedCheck) => string | null
  /** Shown if it was in no check. */
  empty?: string
}

const shownFirst = 10

/** How a tent stood in each check: one line each, which opens for details; the newest is open. */
export function TentRecord({
  tentId,
  beside,
  tag,
  empty = checkHistoryTexts.recordEmpty,
}: TentRecordProps) {
  const query = useTentRecord(tentId)
  const { data } = query
  const [isWhole, setWhole] = useState(false)
  if (data === undefined)
    return <NotLoaded query={query} failed={checkHistoryTexts.recordLoadFailed} />
  const { checks, standing, numberOfMisses } = data
  const rosterMisses = rosterMissesText(data)
  const isForMonitors = numberOfMisses !== undefined
  const shown = isWhole ? checks : checks.slice(0, shownFirst)
  return (
    <>
      {isForMonitors && <p>{missesAllowedText(standing)}</p>}
      {rosterMisses !== null && <p>{rosterMisses}</p>}
      {checks.length === 0 && <p>{empty}</p>}
      <ol className={styles['checks']}>
        {shown.map((check, place) => (
          <li key={check.checkId}>
            <Recorded isOpenAtFirst={place === 0}>
              <Line check={check} tag={tag(check)} />
              <div className={styles['check']}>
                <Details check={check} />
                {isForMonitors && <WholeCheck check={check} tentId={data.tent.id} />}
                {beside(check)}
              </div>
            </Recorded>
          </li>
        ))}
      </ol>
      <ShowMore left={checks.length - shown.length} onClick={() => setWhole(true)} />
    </>
  )
}

/** A check's line. A newer check does not close it: somebody may be writing in it. */
function Recorded({ isOpenAtFirst, children }: { isOpenAtFirst: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details
      className={styles['recorded']}
      open={isOpen}
      onToggle={(event) => {
        // One within it may be toggled, too.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open)
      }}
    >
      {children}
    </details>
  )
}

function Line({ check, tag }: { check: RecordedCheck; tag: string | null }) {
  const { startedAt, outcome, corrections, cancelled } = check
  const times = useTimes()
  const said = [corrections.length > 0 && 'corrected', cancelled && 'cancelled', tag]
  return (
    <summary className={styles['recordedLine']}>
      <span>
        <time dateTime={startedAt}>{times.withDay(startedAt)}</time>{' '}
        <span className="muted">{said.filter(Boolean).join(' · ')}</span>
      </span>
      <strong className={classNames(styles['outcome'], styles[outcome])}>
        {outcomeWords[outcome]}
      </strong>
    </summary>
  )
}

/** The way to the tent in the check, which members of the tent may not see. */
function WholeCheck({ check, tentId }: { check: RecordedCheck; tentId: string }) {
  const { checkId, startedAt } = check
  const times = useTimes()
  return (
    <p>
      <Link to={pathOfTentInCheck(checkId, tentId)}>
        The whole check<span className="visually-hidden">, {times.withDay(startedAt)}</span>
      </Link>
    </p>
  )
}

function Details({ check }: { check: RecordedCheck }) {
  const { by, at, startedAt, corrections } = check
  const times = useTimes()
  const name = typeof by === 'string' ? by : by?.name
  const when = at && timeInCheck(at, startedAt, times.clock, times)
  const marked = [name && `by ${name}`, when].filter(Boolean).join(', ')
  const facts = [
    marked,
    countedText(check, check.excluded ?? []),
    check.marked === 'miss' && 'no count was kept: the mark was a Miss',
  ]
  return (
    <>
      <p className="muted">{facts.filter(Boolean).join(' · ')}</p>
      {corrections.length > 0 && (
        <ul className={styles['corrections']}>
          {corrections.map((correction, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: it only grows at its end, and two may be of one moment
            <li key={place}>
              {times.withDay(correction.at)}: {correctionText(correction)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
