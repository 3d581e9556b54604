import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import styles from './onlooker.module.css'

/** The tents that remain, for someone who may only look on. */
export function Onlooker({ tents }: { tents: readonly ActiveTent[] }) {
  if (tents.length === 0) return <p>Every tent of this check is marked.</p>
  return (
    <section aria-labelledby="remaining" className={styles['onlooker']}>
      <h2 id="remaining">Tents that remain</h2>
      <ul className={styles['tents']}>
        {tents.map(({ id, order, name, type }) => (
          <li key={id} className={styles['tent']}>
            <strong className={styles['order']}>{order || '–'}</strong>
            <span className={styles['name']}>{name}</span>
            <span className={styles['type']}>{type}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
