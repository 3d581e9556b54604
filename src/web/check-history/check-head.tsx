import type { WholeCheck } from '../../shared/check-history/contract.ts'
import { pathOfCheck } from '../../shared/screens.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { routeOf } from '../api/call.ts'
import { Link } from '../routing/link.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Stat } from '../ui/stat.tsx'
import styles from './check-history.module.css'
import { checkHistoryTexts } from './texts.ts'
import { endingText, periodText, personText, rulesText } from './words.ts'

type CheckHeadProps = {
  check: WholeCheck
  /** Called when the link from the number of Misses to their lines is followed. */
  onMisses: () => void
}

/** A check's result in numbers. A check begins with tents: where there are none, it cannot be read. */
export function CheckHead({ check, onMisses }: CheckHeadProps) {
  const { id, startedBy, makes, misses, unmarked, corrected, late, inGrace } = check
  const { rulesVersion } = check
  const facts = [
    `Started by ${personText(startedBy)}`,
    endingText(check),
    periodText(check),
    inGrace && 'in grace',
    rulesVersion !== null && rulesText(rulesVersion),
  ]
  const missed = check.tents.filter(({ outcome }) => outcome === 'miss')
  const whoMissed = `${misses}, show who missed`
  const csv = routeOf('exportCheck').path.replace(':id', id)
  const said = <p>{facts.filter(Boolean).join(' · ')}</p>
  if (check.tents.length === 0)
    return (
      <>
        {said}
        <p>{checkHistoryTexts.checkUnreadable}</p>
      </>
    )
  return (
    <>
      {said}
      <div className={styles['figures']}>
        <Stat label="MAKES" value={makes} />
        <Stat
          label="MISSES"
          value={
            misses === 0 ? (
              misses
            ) : (
              <Link to={`${pathOfCheck(id)}#tents`} aria-label={whoMissed} onClick={onMisses}>
                {misses}
              </Link>
            )
          }
        />
        <Stat label="NOT MARKED" value={unmarked} />
        <Stat label="CORRECTED" value={corrected} />
        {late > 0 && <Stat label="AFTER THE END" value={late} />}
      </div>
      {missed.length > 0 && (
        <div className={styles['onScreen']}>
          <CopyButton text={missed.map(tentLabel).join('\n')}>Copy who missed</CopyButton>
        </div>
      )}
      <p className={styles['onScreen']}>
        <a href={csv} download>
          Download as CSV
        </a>
      </p>
    </>
  )
}
