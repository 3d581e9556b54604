import type { Period, SeasonRules } from '../../shared/season/contract.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { differenceText, tentsThatDiffer } from './own-numbers.ts'
import styles from './season.module.css'

type OwnNumbersWarningProps = { rules: SeasonRules; tents: readonly Tent[] }

/** Warns of tents whose own numbers differ from a period's, by period; nothing if there are none. */
export function OwnNumbersWarning({ rules, tents }: OwnNumbersWarningProps) {
  return rules.periods.map((period) => {
    const found = tentsThatDiffer(tents, period)
    if (found.length === 0) return null
    return <Warning key={period.name} rules={rules} period={period} found={found} />
  })
}

type WarningProps = { rules: SeasonRules; period: Period; found: readonly Tent[] }

function Warning({ rules, period, found }: WarningProps) {
  return (
    <div className={styles['warning']}>
      <p>{differenceText(found.length, rules, period)}</p>
      <details>
        <summary>Which tents</summary>
        <table className={styles['tents']}>
          <thead>
            <tr>
              <th scope="col">Tent</th>
              <th scope="col">By day</th>
              <th scope="col">By night</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ id, order, name, dayNumber, nightNumber }) => (
              <tr key={id}>
                <th scope="row">
                  {order} {name}
                </th>
                <td>{dayNumber ?? '–'}</td>
                <td>{nightNumber ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
