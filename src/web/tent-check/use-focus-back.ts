import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { WantedUndo } from './marks/undo-queue.ts'
import type { Standing } from './pages/standings.ts'
import { focusTent } from './use-keys.ts'

/**
 * A tent whose mark is undone gets the focus once it is unmarked: in its row, else among those still
 * out, else by `otherwise`; unless something else has it by then. Returns a function to call with a tent
 * as its undo is asked for, which may need no server.
 */
export function useFocusBack(
  root: RefObject<HTMLElement | null>,
  standings: ReadonlyMap<string, Standing>,
  undoing: readonly WantedUndo[],
  otherwise: () => void,
): (tentId: string) => void {
  const returning = useRef<string | null>(null)
  const wanted = undoing.at(-1)?.id
  const focusBack = useEffectEvent((tentId: string) => {
    const isShown =
      focusTent(root.current, tentId, 'head') || focusTent(root.current, tentId, 'out')
    if (!isShown) otherwise()
  })
  useEffect(() => {
    if (wanted !== undefined) returning.current = wanted
  }, [wanted])
  useEffect(() => {
    const tentId = returning.current
    if (tentId === null || standings.has(tentId)) return
    returning.current = null
    // The undo button had the focus and went away with its line. Who has moved on keeps their focus.
    if (document.activeElement === document.body) focusBack(tentId)
  }, [standings])
  return useCallback((tentId) => {
    returning.current = tentId
  }, [])
}
