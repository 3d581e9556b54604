import { classNames } from './class-names.ts'
import styles from './tent-order.module.css'
import { typeLetter } from './type-letter.ts'

const colours: Record<string, string | undefined> = {
  K: styles['black'],
  B: styles['blue'],
  W: styles['white'],
  F: styles['flex'],
}

type TentOrderProps = {
  order: string
  type: string
  /** The search means it. */
  isFound?: boolean
}

/** A tent's order in the colour of its type, with a letter for people who do not see colours. */
export function TentOrder({ order, type, isFound = false }: TentOrderProps) {
  const letter = typeLetter(type)
  return (
    <span className={classNames(styles['order'], colours[letter], isFound && styles['found'])}>
      <span className={styles['text']}>{order || '–'}</span>
      {letter && (
        <span aria-hidden="true" className={styles['letter']}>
          {letter}
        </span>
      )}
    </span>
  )
}
