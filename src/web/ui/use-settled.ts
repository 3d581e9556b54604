import { useState } from 'react'

/** A second, and some delay of the browser's clock: so long after one tap another may be its echo. */
export const bounceMs = 1150

/**
 * For a button that appears under a finger, or in the place of another. Returns a function: has the
 * button been there, and `around` (what moves it) been the same, for a second or for `forMs`? Before
 * that, a press or a second Enter may have been meant for what was there.
 */
export function useSettled(around = '', forMs = bounceMs): () => boolean {
  const since = useSince(around, performance.now())
  return () => performance.now() - since > forMs
}

/**
 * For a button that is there from the first, and that others may move or replace. Returns a
 * function: has `around` been the same for a second, or ever since the component was mounted? A key
 * (`detail` of its click is 0) needs no second: the focus stays with its button.
 */
export function useUnmoved(around: string): () => boolean {
  const since = useSince(around, Number.NEGATIVE_INFINITY)
  return () => performance.now() - since > bounceMs
}

/** When `around` changed last; `first` is for what was there when the component was mounted. */
function useSince(around: string, first: number): number {
  const [since, setSince] = useState({ around, at: first })
  if (since.around !== around) setSince({ around, at: performance.now() })
  return since.at
}
