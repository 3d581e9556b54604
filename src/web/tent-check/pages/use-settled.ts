import { useState } from 'react'
import { bounceMs } from './bounce.ts'

/**
 * For a button that appears under a finger, or in the place of another. Returns a function: has the
 * button been there, and `around` (what moves it) been the same, for a second or for `forMs`? Before
 * that, a press or a second Enter may have been meant for what was there.
 */
export function useSettled(around = '', forMs = bounceMs): () => boolean {
  const [since, setSince] = useState(() => ({ around, at: performance.now() }))
  if (since.around !== around) setSince({ around, at: performance.now() })
  return () => performance.now() - since.at > forMs
}
