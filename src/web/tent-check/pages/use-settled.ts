import { useState } from 'react'
import { bounceMs } from './bounce.ts'

/**
 * For a button that appears by itself. Returns whether it has been there for a second: before, a
 * press may have been meant for what was in its place.
 */
export function useSettled(): () => boolean {
  const [since] = useState(() => performance.now())
  return () => performance.now() - since > bounceMs
}
