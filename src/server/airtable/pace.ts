import { isStillAhead } from '../clock-skew.ts'

/** A request that is under way, or was answered less than a second ago. Times in ISO 8601. */
export type Slot = { id: string; takenAt: string; answeredAt: string | null }

const slotsOfABase = 5
const freeAfterMs = 1000
/** A request without an answer for so long is given up: its server died. */
const forgottenAfterMs = 40_000

/**
 * At most 5 requests in any second, counted at either end: a slot is free one second after its
 * answer came, so neither a slow network nor a second server can cause a burst. Returns the slots
 * that still count and how long to wait for a free one; one of a clock that was ahead and was set
 * back does not count. airtable.com/developers/web/api/rate-limits
 */
export function paceOf(slots: readonly Slot[], now: Date): { taken: Slot[]; waitMs: number } {
  const taken = slots.filter((slot) => {
    const longestMs = slot.answeredAt === null ? forgottenAfterMs : freeAfterMs
    return isStillAhead(freeAt(slot), longestMs, now)
  })
  if (taken.length < slotsOfABase) return { taken, waitMs: 0 }
  const next = Math.min(...taken.filter((slot) => slot.answeredAt !== null).map(freeAt))
  // No answer yet: check again soon.
  const waitMs = Number.isFinite(next) ? next - now.getTime() : 100
  return { taken, waitMs: Math.max(1, waitMs) }
}

function freeAt({ takenAt, answeredAt }: Slot): number {
  if (answeredAt === null) return Date.parse(takenAt) + forgottenAfterMs
  return Date.parse(answeredAt) + freeAfterMs
}

/** The month to which Airtable counts a request. */
export function monthOf(now: Date): string {
  return now.toISOString().slice(0, 7)
}
