import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Standing } from './pages/standings.ts'
import { focusTent } from './use-keys.ts'

/**
 * Returns a function to call with a tent whose mark is undone: once the tent is shown again, it
 * gets the focus, unless something else has it by then.
 */
export function useFocusBack(
  root: RefObject<HTMLElement | null>,
  standings: ReadonlyMap<string, Standing>,
): (tentId: string) => void {
  const returning = useRef<string | null>(null)
  useEffect(() => {
    const tentId = returning.current
    if (tentId === null || standings.has(tentId)) return
    returning.current = null
    // The undo button had the focus and went away with its line. Who has moved on keeps their focus.
    if (document.activeElement === document.body) focusTent(root.current, tentId, 'head')
  }, [root, standings])
  return useCallback((tentId) => {
    returning.current = tentId
  }, [])
}
