import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { WantedUndo } from './marks/undo-queue.ts'
import type { Standing } from './pages/standings.ts'
import { focusTent } from './use-keys.ts'

/**
 * Moves the focus to a tent whose mark was undone: to its row, else to its button in Still out; if
 * neither is shown, calls `otherwise`. Does nothing if something else has the focus by then.
 * Returns a function to call with a tent when its undo is requested: some undos need no server.
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
