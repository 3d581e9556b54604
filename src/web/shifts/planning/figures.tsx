import type { PlanFigures } from '../../../shared/shifts/tent-shifts.ts'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'
import { figureRows } from './words.ts'

/** The figures by which a plan is judged. */
export function Figures({ figures }: { figures: PlanFigures }) {
  return (
    <>
      <dl className={styles['figures']}>
        {figureRows(figures).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{planningTexts.apart}</p>
    </>
  )
}
