import type { WholeCheck } from '../../shared/check-history/contract.ts'
import { routeOf } from '../api/call.ts'
import { Stat } from '../ui/stat.tsx'
import styles from './check-history.module.css'
import { endingText, periodText, personText, rulesText } from './words.ts'

/** A check's result in numbers. */
export function CheckHead({ check }: { check: WholeCheck }) {
  const { id, startedBy, makes, misses, unmarked, corrected, late, inGrace } = check
  const { rulesVersion } = check
  const facts = [
    `Started by ${personText(startedBy)}`,
    endingText(check),
    periodText(check),
    inGrace && 'in grace',
    rulesVersion !== null && rulesText(rulesVersion),
  ]
  const csv = routeOf('exportCheck').path.replace(':id', id)
  return (
    <>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <div className={styles['figures']}>
        <Stat label="MAKES" value={makes} />
        <Stat label="MISSES" value={misses} />
        <Stat label="NOT MARKED" value={unmarked} />
        <Stat label="CORRECTED" value={corrected} />
        {late > 0 && <Stat label="AFTER THE END" value={late} />}
      </div>
      <p className={styles['onScreen']}>
        <a href={csv} download="results.csv">
          Download as CSV
        </a>
      </p>
    </>
  )
}
