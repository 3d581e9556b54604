import { useState } from 'react'
import { bounceMs } from './bounce.ts'

/**
 * For a button that comes under a finger, or in the place of another. Returns whether it has been
 * there for a second, and `around`, what moves it, the same: before, a press may have been meant for
 * what was there, as a second Enter.
 */
export function useSettled(around = ''): () => boolean {
  const [since, setSince] = useState(() => ({ around, at: performance.now() }))
  if (since.around !== around) setSince({ around, at: performance.now() })
  return () => performance.now() - since.at > bounceMs
}
