import type { SeasonRules } from '../../shared/season/contract.ts'
import { momentOf } from '../../shared/season/rules.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { differenceText, tentsThatDiffer } from './own-numbers.ts'
import styles from './season.module.css'

type OwnNumbersWarningProps = { rules: SeasonRules; tents: readonly Tent[]; now: number }

/** Warns of tents whose own number differs from the current period's; nothing if there are none. */
export function OwnNumbersWarning({ rules, tents, now }: OwnNumbersWarningProps) {
  const { period } = momentOf(rules, now)
  if (period === null) return null
  const found = tentsThatDiffer(tents, period)
  if (found.length === 0) return null
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
