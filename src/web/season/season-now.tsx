import { useEffect, useReducer } from 'react'
import type { Season } from '../../shared/season/contract.ts'
import { LitTent } from '../ui/lit-tent.tsx'
import { deviceZone } from '../ui/times.ts'
import { nextPeriodText } from './next-period.ts'
import styles from './season-now.module.css'
import { graceText, seasonAt } from './start-notes.ts'
import { nowText } from './words.ts'

const tickMs = 15_000

type SeasonNowProps = {
  season: Season
  /** How far the server's clock is ahead of this device's. */
  aheadMs: number
}

/**
 * For everyone: how many of a tent have to be there now and what comes next, or until when there is
 * grace; by the rules of the last answer, also where no further one comes.
 */
export function SeasonNow({ season: asked, aheadMs }: SeasonNowProps) {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [])
  const season = seasonAt(asked, Date.now() + aheadMs)
  const [now, next] = linesOf(season)
  return (
    <div className={styles['now']}>
      <LitTent isLit={season.now.period !== null} className={styles['tent']} />
      <strong>{now}</strong>
      <span className="muted">{next}</span>
    </div>
  )
}

function linesOf(season: Season): [now: string, next: string] {
  const { inSeason, now } = season
  const state = inSeason && now.period === null ? 'No tenting now' : nowText(season)
  const zone = deviceZone()
  const grace = graceText(season, zone)
  if (grace !== null) return [grace, state]
  return [state, nextPeriodText(season, Date.parse(now.at), zone) ?? 'The season is over']
}
