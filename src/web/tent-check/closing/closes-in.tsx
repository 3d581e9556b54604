import type { Check } from '../live/picture.ts'
import { CallClock } from '../pages/call-clock.tsx'
import { callInSentence } from '../pages/call-words.ts'

/** In a question before a check is over: after the last call, how long who is called has still. */
export function ClosesIn({ check }: { check: Check }) {
  if (check.closesAt === null) return null
  return (
    <p>
      The {callInSentence(check.callsAtMost, check.callsAtMost)} was made: the check{' '}
      <CallClock check={check} />.
    </p>
  )
}
