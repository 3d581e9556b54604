import { useEffect, useEffectEvent, useRef } from 'react'
import { focusPart } from '../ui/focus-part.ts'
import { NetworkError } from './call.ts'

/**
 * Moves the focus after an act whose button disappears: to `place`, once `outcome` has changed,
 * unless something else has the focus by then. Returns a function that runs the act. If the act was
 * refused, the focus stays when somebody else does it later; if no answer came, the focus moves,
 * because the act may have been done.
 */
export function useFocusAfter<Outcome>(
  outcome: Outcome,
  place: (outcome: Outcome) => Element | null | undefined,
): <Result>(act: () => Promise<Result>) => Promise<Result> {
  const hasActed = useRef(false)
  const findPlace = useEffectEvent(place)
  useEffect(() => {
    if (!hasActed.current) return
    hasActed.current = false
    if (document.activeElement !== document.body) return
    const found = findPlace(outcome)
    if (found instanceof HTMLElement) focusPart(found)
  }, [outcome])
  return async (act) => {
    hasActed.current = true
    try {
      return await act()
    } catch (error) {
      hasActed.current = error instanceof NetworkError
      throw error
    }
  }
}
