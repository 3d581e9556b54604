import { type RefObject, useEffect, useRef } from 'react'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './search-dock.module.css'

type SearchDockProps = {
  label: string
  text: string
  /** The label of the tent that would open by itself; null: none. */
  opening: string | null
  onText: (text: string) => void
  /** `isSure`: by Enter, not by itself. */
  onOpen: (tentId: string, isSure: boolean) => void
  field: RefObject<HTMLInputElement | null>
}

const opensAfterMs = 400

/** The search field, near the thumb. */
export function SearchDock({ label, text, opening, onText, onOpen, field }: SearchDockProps) {
  const latestOnOpen = useRef(onOpen)
  useEffect(() => {
    latestOnOpen.current = onOpen
  })
  useEffect(() => {
    if (opening === null || text === '') return
    const timer = setTimeout(() => latestOnOpen.current(opening, false), opensAfterMs)
    return () => clearTimeout(timer)
  }, [opening, text])
  return (
    <search className={styles['dock']}>
      <SearchField
        label={label}
        value={text}
        field={field}
        onChange={onText}
        onEnter={() => opening && onOpen(opening, true)}
      />
      <p className={styles['keys']}>
        Type an order, <kbd>Enter</kbd> opens it. <kbd>M</kbd> Miss, <kbd>K</kbd> Make, <kbd>Z</kbd>{' '}
        undoes your last mark.
      </p>
    </search>
  )
}
