import { type RefObject, useEffect, useEffectEvent } from 'react'
import { bounceMs } from '../ui/use-settled.ts'

type Keys = {
  root: RefObject<HTMLElement | null>
  field: RefObject<HTMLInputElement | null>
  /** Takes this tent's mark back if it is the last one of one's own; else returns false. */
  onUndo: (tentId: string) => boolean
  /** Closes the open tent. */
  onClose: () => void
}

/**
 * Keys of the check. M and K mark the open tent, if the focus is in it, or if the tent is in sight
 * and no control has the focus. Z takes back one's last mark, if that tent is open or the focus is
 * on its line. Escape leaves a question of the open tent, then the tent. All other letters and
 * digits go into the search.
 */
export function useKeys({ root, field, onUndo, onClose }: Keys): void {
  const undo = useEffectEvent(onUndo)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    /** The last mark or undo by a key: the same key again within a second is a bounce. */
    let last = { key: '', at: Number.NEGATIVE_INFINITY }
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!(target instanceof Element) || target.closest('input, textarea')) return
      // The focus need not be in it.
      if (document.querySelector('dialog[open]')) return
      const isHere = root.current?.contains(target) || target.closest('[role=tab]') !== null
      if (target !== document.body && !isHere) return
      const key = event.key.toLowerCase()
      const find = (what: string) => root.current?.querySelector<HTMLElement>(what)
      const open = find('[data-tent] [aria-expanded=true]')?.closest<HTMLElement>('[data-tent]')
      const line = target.closest<HTMLElement>('[data-line]')
      const at = line?.dataset['line'] ?? open?.dataset['tent']
      // The panel has the focus once what had it is gone.
      const isAtNothing = target === document.body || target.matches('[role=tabpanel]')
      const isMeant = open?.contains(target) || (isAtNothing && isInSight(open))
      const outcome = isMeant && { m: 'Miss', k: 'Make' }[key]
      if (key === last.key && event.timeStamp - last.at <= bounceMs) return
      const isUndone = key === 'z' && at !== undefined && undo(at)
      if (outcome || isUndone) last = { key, at: event.timeStamp }
      if (outcome) find(`[aria-label^="${outcome}, tent"]`)?.click()
      else if (isUndone) return
      else if (key === 'escape') {
        const back = find('[data-back]')
        if (back) back.click()
        else close()
      } else if (/^[\p{L}\d/]$/u.test(key)) {
        // The field must have the focus before the key arrives.
        field.current?.focus()
        if (key === '/') event.preventDefault()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [root, field])
}

function isInSight(element: Element | null | undefined): boolean {
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.bottom >= 0 && box.top <= innerHeight
}

const parts = {
  head: (id: string) => `[data-tent="${id}"] h2 button`,
  members: (id: string) => `[data-tent="${id}"] ul`,
  /** Its button among those still out. */
  out: (id: string) => `[data-out="${id}"]`,
}

/**
 * Focuses a part of a tent; false: it is not shown. A tent that opens is focused at its members: if it
 * opened by itself, an Enter typed a moment later would close it at its head.
 */
export function focusTent(
  root: HTMLElement | null,
  tentId: string,
  part: keyof typeof parts,
): boolean {
  const found = root?.querySelector(parts[part](CSS.escape(tentId)))
  if (!(found instanceof HTMLElement)) return false
  found.focus({ preventScroll: true })
  return true
}
