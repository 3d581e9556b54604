import type { Check } from '../live/picture.ts'
import { CallClock } from '../pages/call-clock.tsx'
import { callInSentence } from '../pages/call-words.ts'

/** In the question before an end: after the last call, the time left for the called tents. */
export function ClosesIn({ check }: { check: Check }) {
  if (check.closesAt === null) return null
  return (
    <p>
      The {callInSentence(check.callsAtMost, check.callsAtMost)} was made: the check{' '}
      <CallClock check={check} />.
    </p>
  )
}
