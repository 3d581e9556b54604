import { memo, type ReactNode } from 'react'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { classNames } from '../../ui/class-names.ts'
import { labelOf } from '../marks/mark.ts'
import { TentOrder } from '../night/tent-order.tsx'
import { missesText, requiredText } from './mark-words.ts'
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
  const { name } = tent
  return (
    <li style={{ order: place }} className={classNames(styles['row'], isOpen && styles['open'])}>
      <article aria-label={`Tent ${labelOf(tent)}`} data-tent={tent.id}>
        <h2 className={styles['title']}>
          <button
            type="button"
            aria-expanded={isOpen}
            className={styles['head']}
            onClick={() => onOpen(tent.id)}
          >
            <TentOrder order={tent.order} type={tent.type} />
            <span className={styles['words']}>
              <span className={styles['name']}>
                {isMeant(name, query) ? <mark>{name}</mark> : name || 'No name'}
              </span>
              <Facts tent={tent} query={query} />
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
  const found = query === '' ? [] : (tent.people ?? []).filter(({ name }) => isMeant(name, query))
  const required = requiredText(tent.required)
  return (
    <span className={styles['facts']}>
      {found.length > 0 && (
        <>
          <mark>{found.map(({ name }) => name).join(', ')}</mark>{' '}
        </>
      )}
      {[tent.type, required].filter(Boolean).join(' · ')}
      {misses > 0 && <strong className={styles['misses']}> · {missesText(misses)}</strong>}
    </span>
  )
}
