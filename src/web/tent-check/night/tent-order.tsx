import { classNames } from '../../ui/class-names.ts'
import styles from './tent-order.module.css'
import { typeLetter } from './type-letter.ts'

const colours: Record<string, string | undefined> = {
  K: styles['black'],
  B: styles['blue'],
  W: styles['white'],
  F: styles['flex'],
}

/** A tent's order in the colour of its type, with a letter for people who do not see colours. */
export function TentOrder({ order, type }: { order: string; type: string }) {
  const letter = typeLetter(type)
  return (
    <span className={classNames(styles['order'], colours[letter])}>
      <span className={styles['text']}>{order || '–'}</span>
      {letter && (
        <span aria-hidden="true" className={styles['letter']}>
          {letter}
        </span>
      )}
    </span>
  )
}
