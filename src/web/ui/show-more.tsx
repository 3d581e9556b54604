import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

type ShowMoreProps = {
  left: number
  /** Where more are in the list than are shown: how many are. */
  shown?: number
  onClick: () => void
  className?: string | undefined
}

/**
 * Stands right behind a list or a table and shows its rest, of which so many are left; nothing where
 * none is. As it goes with the last of them, the focus is at the first that came.
 */
export function ShowMore({ left, shown, onClick, className }: ShowMoreProps) {
  const next = useRef<{ list: Element; place: number }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more are shown
  useEffect(() => {
    const first = next.current?.list.children[next.current.place]
    next.current = null
    if (!(first instanceof HTMLElement) || document.activeElement !== document.body) return
    first.tabIndex = -1
    first.focus({ preventScroll: true })
  }, [left])
  if (left <= 0) return null
  return (
    <Button
      variant="quiet"
      className={className}
      onClick={({ currentTarget }) => {
        const before = currentTarget.previousElementSibling
        const list = before?.querySelector('tbody') ?? before
        next.current = list && { list, place: shown ?? list.children.length }
        onClick()
      }}
    >
      Show more ({left} left)
    </Button>
  )
}
