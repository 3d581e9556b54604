import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './search-dock.module.css'

type SearchDockProps = {
  label: string
  text: string
  /** What was found, or opened by it. */
  found: string
  /** The tent that would open by itself; null: none. */
  openingId: string | null
  /** A tent is open: none opens by itself in its place. */
  isOpen: boolean
  onText: (text: string) => void
  /** `isSure`: by Enter, not by itself. */
  onOpen: (tentId: string, isSure: boolean) => void
  field: RefObject<HTMLInputElement | null>
}

const opensAfterMs = 400

/** The search field, near the thumb. */
export function SearchDock(props: SearchDockProps) {
  const { label, text, found, openingId, isOpen, onText, onOpen, field } = props
  const openFound = useEffectEvent((tentId: string) => {
    if (!isOpen) onOpen(tentId, false)
  })
  useEffect(() => {
    if (openingId === null || text === '') return
    const timer = setTimeout(() => openFound(openingId), opensAfterMs)
    return () => clearTimeout(timer)
  }, [openingId, text])
  useLayoutEffect(() => {
    const { classList } = document.body
    classList.add(styles['above'] ?? '')
    return () => classList.remove(styles['above'] ?? '')
  }, [])
  return (
    <search className={styles['dock']}>
      <SearchField
        label={label}
        value={text}
        found={found}
        field={field}
        onChange={onText}
        onEnter={() => openingId && onOpen(openingId, true)}
      />
      <p className={styles['keys']}>
        Type to search, <kbd>Enter</kbd> opens. In a tent <kbd>M</kbd> is Miss, <kbd>K</kbd> Make.{' '}
        <kbd>Z</kbd> right after a mark undoes it.
      </p>
    </search>
  )
}
