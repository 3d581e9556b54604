import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Standing } from './pages/standings.ts'
import { focusTent } from './use-keys.ts'

/** Gives what is called with a tent that is taken back: once it is out again, it has the focus. */
export function useFocusBack(
  root: RefObject<HTMLElement | null>,
  standings: ReadonlyMap<string, Standing>,
): (tentId: string) => void {
  const returning = useRef<string | null>(null)
  useEffect(() => {
    const tentId = returning.current
    if (tentId === null || standings.has(tentId)) return
    returning.current = null
    // What had the focus went with the line.
    if (document.activeElement === document.body) focusTent(root.current, tentId, 'head')
  }, [root, standings])
  return useCallback((tentId) => {
    returning.current = tentId
  }, [])
}
