import { texts } from '../../../shared/messages.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { Scene } from '../../ui/scene.tsx'
import { TentOrder } from '../night/tent-order.tsx'
import styles from './onlooker.module.css'

type OnlookerProps = {
  tents: readonly ActiveTent[]
  /** The last tent was marked while the page was open. */
  isEnding: boolean
}

/** The unmarked tents, for people who may only watch. */
export function Onlooker({ tents, isEnding }: OnlookerProps) {
  if (tents.length === 0) {
    return (
      <div className={styles['done']}>
        <Scene isLit />
        <p role="status">{isEnding ? texts.noMoreTents : 'Every tent of this check is marked.'}</p>
      </div>
    )
  }
  return (
    <section aria-labelledby="remaining" className={styles['onlooker']}>
      <h2 id="remaining">Tents that remain</h2>
      <ul className={styles['tents']}>
        {tents.map(({ id, order, name, type }) => (
          <li key={id} className={styles['tent']}>
            <TentOrder order={order} type={type} />
            <span className={styles['name']}>{name}</span>
            <span className={styles['type']}>{type}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
