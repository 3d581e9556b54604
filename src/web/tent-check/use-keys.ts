import { type RefObject, useEffect, useEffectEvent } from 'react'
import { bounceMs } from './pages/bounce.ts'

type Keys = {
  root: RefObject<HTMLElement | null>
  field: RefObject<HTMLInputElement | null>
  onUndo: () => void
}

/** Keys of the check: digits go into the search, M and K mark the open tent, Z undoes. */
export function useKeys({ root, field, onUndo }: Keys): void {
  const undo = useEffectEvent(onUndo)
  useEffect(() => {
    let undoneAt = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!(target instanceof Element) || target.closest('input, textarea, dialog')) return
      if (target !== document.body && !root.current?.contains(target)) return
      // The field must have the focus before the digit arrives.
      if (/^\d$/.test(key)) field.current?.focus()
      const name = { m: 'Miss', k: 'Make' }[key.toLowerCase()]
      const mark = name && root.current?.querySelector(`[aria-label^="${name}, tent"]`)
      if (mark instanceof HTMLElement) mark.click()
      if (key.toLowerCase() === 'z' && event.timeStamp - undoneAt > bounceMs) {
        undoneAt = event.timeStamp
        undo()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [root, field])
}

const parts = { head: 'h2 button', members: 'ul' }

/**
 * Focuses a part of a tent. A tent that opens is focused at its members: if it opened by itself, an
 * Enter typed a moment later would close it at its head.
 */
export function focusTent(
  root: HTMLElement | null,
  tentId: string,
  part: keyof typeof parts,
): void {
  const found = root?.querySelector(`[data-tent="${CSS.escape(tentId)}"] ${parts[part]}`)
  if (found instanceof HTMLElement) found.focus({ preventScroll: true })
}
