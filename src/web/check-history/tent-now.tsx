import type { ReactNode } from 'react'
import type { RecordedCheck } from '../../shared/check-history/contract.ts'
import { nextMissText } from '../../shared/check-history/next-miss.ts'
import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { Link } from '../routing/link.tsx'
import { classNames } from '../ui/class-names.ts'
import { Offline } from '../ui/failed.tsx'
import { NightLabel, NightPanel } from '../ui/night-panel.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useTimes } from '../ui/times.ts'
import { demandText, standingIn } from './standing.ts'
import styles from './tent-now.module.css'
import { checkHistoryTexts } from './texts.ts'
import { useTentRecord } from './use-checks.ts'
import { useNow } from './use-now.ts'
import { missesText } from './words.ts'

type TentNowProps = {
  isOffSeason: boolean
  /** Which tent it is; comes a moment later. */
  tent: ReactNode
  /** More about the past check that it shows. */
  about: (check: RecordedCheck) => ReactNode
}

/** How one's own tent stands, and what applies now. */
export function TentNow({ isOffSeason, tent: named, about }: TentNowProps) {
  const query = useNow()
  const times = useTimes()
  const { data: now } = query
  const tent = now?.tent ?? null
  const { data: record, isPending: isReading } = useTentRecord(tent?.id ?? null)
  if (now === undefined) {
    return <NotLoaded query={query} waiting={<Waiting />} failed={checkHistoryTexts.nowFailed} />
  }
  if (tent !== null && isReading) return <Waiting />
  const last = record?.checks[0]
  const standing = tent && standingIn(now.check, tent, last, times)
  // A Miss can be given then, also in grace and off season.
  const isChecked = now.check !== null && tent !== null && tent.status !== 'notInCheck'
  const misses = !isOffSeason &&
    tent && {
      period: tent.misses.period,
      misses: tent.misses.standing,
      allowed: tent.misses.allowed,
    }
  const next = misses && nextMissText(misses)
  return (
    <>
      <Offline query={query} asOf={times.withDay(now.at)} />
      <NightPanel aria-label="How your tent stands">
        {tent && <p className={styles['which']}>{named}</p>}
        {standing && (
          <div className={styles['standing']} aria-live="polite">
            <div className={styles['words']}>
              {standing.label && (
                <p>
                  <NightLabel live={standing.isLive && !query.isError && 'Live'}>
                    {standing.label}
                  </NightLabel>
                </p>
              )}
              <p className={classNames(styles['word'], styles[standing.light])}>{standing.word}</p>
              {standing.when && <p className={styles['when']}>{standing.when}</p>}
              {standing.notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
              {last?.checkId === standing.checkId && about(last)}
            </div>
            <Tent light={standing.light} />
          </div>
        )}
        <dl className={styles['facts']}>
          <div>
            <dt>
              <NightLabel>Now</NightLabel>
            </dt>
            <dd>{isOffSeason && !isChecked ? checkHistoryTexts.offSeason : demandText(now)}</dd>
            {now.grace && !isOffSeason && !isChecked && (
              <dd>
                Grace until {times.withDay(now.grace.until)}: {now.grace.reason}
              </dd>
            )}
          </div>
          {misses && (
            <div>
              <dt>
                <NightLabel>Misses</NightLabel>
              </dt>
              <dd>
                {missesText(misses)}
                {next && (
                  <>
                    {' '}
                    {next} <Link to={screens.policy.path}>Policy</Link>
                  </>
                )}
              </dd>
            </div>
          )}
        </dl>
      </NightPanel>
    </>
  )
}

function Waiting() {
  return (
    <NightPanel aria-busy="true" aria-label={texts.loading} className={styles['loading']}>
      <Skeleton width="40%" />
      <Skeleton width="70%" height="4rem" />
      <Skeleton width="90%" height="5rem" />
    </NightPanel>
  )
}

/** Lit for a Make, dark for a Miss, as the word beside it says. */
function Tent({ light }: { light: 'lit' | 'dark' | 'waiting' | 'none' }) {
  return (
    <svg
      viewBox="0 0 120 84"
      className={classNames(styles['tent'], styles[light])}
      aria-hidden="true"
    >
      <path className={styles['ground']} d="M0 76H120" />
      <path className={styles['cloth']} d="M60 10 106 76H14Z" />
      <path className={styles['door']} d="M60 38 76 76H44Z" />
      <path className={styles['pole']} d="M60 10V3" />
    </svg>
  )
}
