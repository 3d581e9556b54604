import { memo, type ReactNode } from 'react'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { classNames } from '../../ui/class-names.ts'
import { TentOrder } from '../../ui/tent-order.tsx'
import { FoundPeople, Marked } from './found.tsx'
import { correctedText, missesText } from './mark-words.ts'
import styles from './rows.module.css'
import { isMeant } from './search-tents.ts'

type TentRowProps = {
  tent: ActiveTent
  place: number
  /** The search; what matches is highlighted. */
  query: string
  /** Its content while it is open; null: it is closed. */
  open: ReactNode
  onOpen: (tentId: string) => void
}

/** An unmarked tent as a row, which opens in place. */
export const TentRow = memo(function TentRow({ tent, place, query, open, onOpen }: TentRowProps) {
  const isOpen = open !== null
  const { name, order, required } = tent
  return (
    <li style={{ order: place }} className={classNames(styles['row'], isOpen && styles['open'])}>
      <article aria-label={`Tent ${tentLabel(tent)}`} data-tent={tent.id}>
        <h2 className={styles['title']}>
          <button
            type="button"
            aria-expanded={isOpen}
            className={styles['head']}
            onClick={() => onOpen(tent.id)}
          >
            <TentOrder order={order} type={tent.type} isFound={isMeant(order, query)} />
            <span className={styles['words']}>
              <span className={styles['name']}>
                <Marked text={name || 'No name'} query={query} />
              </span>
              <Facts tent={tent} query={query} />
            </span>
            <span className={styles['required']}>
              <strong>{required ?? '?'}</strong> must show
            </span>
          </button>
        </h2>
        {open}
      </article>
    </li>
  )
})

function Facts({ tent, query }: Pick<TentRowProps, 'tent' | 'query'>) {
  const misses = tent.numberOfMisses ?? 0
  return (
    <span className={styles['facts']}>
      {misses > 0 && <strong className={styles['misses']}>{missesText(misses)} · </strong>}
      {tent.corrected && `${correctedText(tent.corrected)} · `}
      <FoundPeople tent={tent} query={query} />
      {tent.type}
    </span>
  )
}
