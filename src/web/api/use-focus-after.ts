import { useEffect, useEffectEvent, useRef } from 'react'
import { NetworkError } from './call.ts'

/**
 * Where the focus goes after an act of one's own whose button goes away: to `place`, as soon as
 * `outcome` is another, unless something else has the focus by then. Returns what does the act. One
 * that was refused moves no focus when somebody else does it later; without an answer, it may have
 * been done.
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
    if (found instanceof HTMLElement) found.focus({ preventScroll: true })
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
