import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { correctedText } from '../pages/mark-words.ts'
import styles from './closing.module.css'

/** A list of tents to look over. */
export function TentNames({ tents, label }: { tents: readonly ActiveTent[]; label: string }) {
  return (
    <ul className={styles['names']} aria-label={label}>
      {tents.map((tent) => (
        <li key={tent.id}>
          {tentLabel(tent)}
          {tent.corrected && `, ${correctedText(tent.corrected)}`}
        </li>
      ))}
    </ul>
  )
}
