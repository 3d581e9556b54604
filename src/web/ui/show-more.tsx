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
 * A button right behind a list or a table, which shows more of it; nothing if none are `left`. If
 * the button disappears because all are shown, the focus moves to the first new item.
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
