import { useState } from 'react'
import type { CheckStatistics } from '../../shared/check-history/contract.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Stat } from '../ui/stat.tsx'
import { BarTable } from './bar-table.tsx'
import styles from './statistics.module.css'
import { hourRows, minuteRows, missRateRows, monitorRows, weekdayRows } from './statistics-rows.ts'
import { sinceTheFirst, statisticsSpans } from './statistics-spans.ts'
import { checkHistoryTexts } from './texts.ts'
import { useClosedSeasons } from './use-checks.ts'
import { useStatistics } from './use-statistics.ts'

/** Charts with numbers: when checks took place, and who marked how. They load once `isAsked`. */
export function Statistics({ isAsked }: { isAsked: boolean }) {
  const { data: { seasons = [] } = {} } = useClosedSeasons()
  const spans = statisticsSpans(seasons)
  const [chosen, choose] = useState('')
  const { key, text: _, ...span } = spans.find((one) => one.key === chosen) ?? sinceTheFirst
  const query = useStatistics(span, isAsked)
  return (
    <>
      <SelectField
        label="Checks to count"
        value={key}
        options={spans.map((one) => [one.key, one.text])}
        onChange={choose}
      />
      {query.data === undefined ? (
        <NotLoaded query={query} height="20rem" failed={checkHistoryTexts.statisticsLoadFailed} />
      ) : (
        <Figures of={query.data} />
      )}
    </>
  )
}

function Figures({
  of: { checks, byHour, byWeekday, minutes, monitors, missRate },
}: {
  of: CheckStatistics
}) {
  if (checks === 0) return <p>{checkHistoryTexts.statisticsEmpty}</p>
  return (
    <div className={styles['plots']}>
      <div className={styles['figures']}>
        <Stat label="CHECKS" value={checks} />
      </div>
      <BarTable title="Minutes a check" rows={minuteRows(minutes)} />
      <BarTable title="Checks by weekday" rows={weekdayRows(byWeekday)} />
      <BarTable title="Share of Misses" rows={missRateRows(missRate)} />
      <BarTable title="Marks by monitor" rows={monitorRows(monitors)} />
      <BarTable title="Checks by hour of their start" rows={hourRows(byHour)} />
    </div>
  )
}
