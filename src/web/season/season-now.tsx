import type { Season } from '../../shared/season/contract.ts'
import { LitTent } from '../ui/lit-tent.tsx'
import { deviceZone } from '../ui/times.ts'
import { zoneWhereOther } from './local-time-text.ts'
import { nextPeriodText } from './next-period.ts'
import styles from './season-now.module.css'
import { graceText } from './start-notes.ts'
import { nowText } from './words.ts'

/**
 * For everyone: how many of a tent have to be there now, until when grace lasts, and what comes next.
 */
export function SeasonNow({ season }: { season: Season }) {
  return (
    <div className={styles['now']}>
      <LitTent isLit={season.now.period !== null} className={styles['tent']} />
      <strong>{stateText(season)}</strong>
      <span className={styles['next']}>{nextText(season)}</span>
    </div>
  )
}

function stateText(season: Season): string {
  const { inSeason, now, timeZone } = season
  const state = inSeason && now.period === null ? 'No tenting now' : nowText(season)
  const grace = graceText(season)
  if (grace === null) return state
  return `${state} · ${grace}${zoneWhereOther(timeZone, deviceZone(), Date.parse(now.at))}`
}

function nextText(season: Season): string {
  return nextPeriodText(season, Date.parse(season.now.at)) ?? 'The season is over'
}
