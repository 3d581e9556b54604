import { useState } from 'react'
import { bounceMs } from './bounce.ts'

/**
 * For a button that comes under a finger, or in the place of another. Returns whether it has been
 * there for a second: before, a press may have been meant for what was there, as a second Enter.
 */
export function useSettled(): () => boolean {
  const [since] = useState(() => performance.now())
  return () => performance.now() - since > bounceMs
}
