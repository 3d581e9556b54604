import type { ClosedSeason } from '../../shared/check-history/contract.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './check-history.module.css'
import { checkHistoryTexts } from './texts.ts'
import { useClosedSeasons } from './use-checks.ts'

/** Each closed season's totals: tents, checks, Makes and Misses. */
export function ClosedSeasons() {
  const query = useClosedSeasons()
  const times = useTimes()
  if (query.data === undefined) {
    return <NotLoaded query={query} failed={checkHistoryTexts.closedSeasonsLoadFailed} />
  }
  const { seasons } = query.data
  if (seasons.length === 0) return <p>{checkHistoryTexts.closedSeasonsEmpty}</p>
  return (
    <ol className={styles['checks']}>
      {seasons.map((season) => (
        <li key={season.closedAt} className={styles['check']}>
          <b>Season {season.name}</b>
          <p className="muted">closed {times.moment(season.closedAt)}</p>
          <ul className={styles['counts']}>
            <li>Tents {season.tents}</li>
            <li>Checks {season.checks}</li>
            <li>Makes {sumOf(season, 'makes')}</li>
            <li>Misses {sumOf(season, 'misses')}</li>
          </ul>
          {season.byType.length > 0 && <p>{missesByType(season)}</p>}
        </li>
      ))}
    </ol>
  )
}

function sumOf({ byType }: ClosedSeason, outcome: 'makes' | 'misses'): number {
  return byType.reduce((sum, type) => sum + type[outcome], 0)
}

/** `Misses by type: Black 3 of 120 marks, Blue 12 of 310.` */
function missesByType({ byType }: ClosedSeason): string {
  const parts = byType.map(({ type, makes, misses }, place) => {
    const marks = place === 0 ? ' marks' : ''
    return `${type || 'no type'} ${misses} of ${makes + misses}${marks}`
  })
  return `Misses by type: ${parts.join(', ')}.`
}
