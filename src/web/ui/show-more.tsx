import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

type ShowMoreProps = { left: number; onClick: () => void; className?: string | undefined }

/**
 * Stands right behind a list or a table and shows its rest, of which so many are left; nothing where
 * none is. As it goes with the last of them, the focus is at the first that came.
 */
export function ShowMore({ left, onClick, className }: ShowMoreProps) {
  const lastShown = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more are shown
  useEffect(() => {
    const first = lastShown.current?.nextElementSibling
    lastShown.current = null
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
        const list = currentTarget.previousElementSibling
        lastShown.current = (list?.querySelector('tbody') ?? list)?.lastElementChild ?? null
        onClick()
      }}
    >
      Show more ({left} left)
    </Button>
  )
}
