import { useState } from 'react'
import type { CheckStatistics } from '../../shared/check-history/contract.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Stat } from '../ui/stat.tsx'
import { BarTable } from './bar-table.tsx'
import styles from './statistics.module.css'
import { hourRows, minuteRows, missRateRows, monitorRows, weekdayRows } from './statistics-rows.ts'
import { checkHistoryTexts } from './texts.ts'
import { useStatistics } from './use-checks.ts'

const spans = [
  ['', 'Since the first check'],
  ['30', 'The last 30 days'],
  ['7', 'The last 7 days'],
] as const

/** Charts with numbers: when checks took place, and who marked how. */
export function Statistics() {
  const [days, setDays] = useState('')
  const query = useStatistics(days === '' ? null : Number(days))
  return (
    <>
      <SelectField label="Checks to count" value={days} options={spans} onChange={setDays} />
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
