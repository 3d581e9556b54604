import type { Period, SeasonRules } from '../../shared/season/contract.ts'
import { instantOf } from '../../shared/season/local-time.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { Folded } from '../ui/folded.tsx'
import { TentLink } from '../ui/tent-link.tsx'
import warning from '../ui/warning.module.css'
import { differenceText, tentsThatDiffer } from './own-numbers.ts'
import styles from './season.module.css'

type OwnNumbersWarningProps = { rules: SeasonRules; now: number; tents: readonly Tent[] }

/** Warns of tents whose own numbers differ from those of a period that is not over, by period. */
export function OwnNumbersWarning({ rules, now, tents }: OwnNumbersWarningProps) {
  const { periods, ends, timeZone } = rules
  const notOver = periods.filter(
    (_, index) => instantOf(periods[index + 1]?.from ?? ends, timeZone) > now,
  )
  return notOver.map((period) => {
    const found = tentsThatDiffer(tents, period)
    if (found.length === 0) return null
    return <Warning key={period.name} rules={rules} period={period} found={found} />
  })
}

type WarningProps = { rules: SeasonRules; period: Period; found: readonly Tent[] }

function Warning({ rules, period, found }: WarningProps) {
  return (
    <div className={warning['warning']}>
      <p>{differenceText(found.length, rules, period)}</p>
      <Folded summary={`Which tents, ${period.name}`}>
        <table className={styles['tents']}>
          <thead>
            <tr>
              <th scope="col">Tent</th>
              <th scope="col">By day</th>
              <th scope="col">By night</th>
            </tr>
          </thead>
          <tbody>
            {found.map((tent) => (
              <tr key={tent.id}>
                <th scope="row">
                  <TentLink tent={tent} />
                </th>
                <td>{tent.dayNumber ?? '–'}</td>
                <td>{tent.nightNumber ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Folded>
    </div>
  )
}
