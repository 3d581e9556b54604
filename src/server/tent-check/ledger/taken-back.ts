import type { LedgerMark } from './check-state.ts'
import type { Effects } from './effects.ts'
import type { CheckEvent, Restored, StandingOutcome, TentResults, TentRow } from './events.ts'
import { missesBetween } from './misses.ts'

/**
 * Do the fields of this mark's kind belong to a later check by now? The text alone does not say:
 * two checks of one minute, by one monitor, write the same. `events`: all that are about the tent.
 */
export function isReplaced(
  mark: LedgerMark,
  checkId: string,
  events: readonly CheckEvent[],
): boolean {
  const isGivenBack = (later: CheckEvent) =>
    events.some(
      (event) =>
        'restored' in event && event.checkId === later.checkId && event.number > later.number,
    )
  return events.some(
    (event) =>
      event.kind === 'marked' &&
      event.checkId !== checkId &&
      event.at > mark.at &&
      event.mark.outcome === mark.mark.outcome &&
      !isGivenBack(event),
  )
}

/**
 * What becomes of a tent that stood as `from` by this mark (undefined: by none) and stands as `to`
 * from now on: its misses follow, never below 0; the fields of its last Miss or last Make become
 * what stood there before the mark, if they are the mark's still. No field is set anew.
 * `replaced`: a later check has set them since.
 */
export function takingBack(
  tent: TentRow,
  mark: LedgerMark | undefined,
  from: StandingOutcome,
  to: StandingOutcome,
  { replaced = false } = {},
): { event: Restored; tents: Effects['tents'] } {
  const misses = missesBetween(from, to)
  const isTakenBack = mark?.mark.outcome === from && to !== from && !replaced
  const restored = isTakenBack ? fieldsBefore(tent, mark) : {}
  const { numberOfMisses, lastMissLM, dateOfLastMiss, lastCheck, dateOfLastCheck } = tent
  const fields = { numberOfMisses, lastMissLM, dateOfLastMiss, lastCheck, dateOfLastCheck }
  const was = { ...fields, became: tent.became }
  const becomes = { ...restored, numberOfMisses: Math.max(0, numberOfMisses + misses) }
  return {
    event: { misses, ...(Object.keys(restored).length === 0 ? {} : { restored }) },
    tents: [{ id: tent.id, was, becomes }],
  }
}

/** The fields that this mark set and that stand so still, with what stood there before. */
function fieldsBefore(
  tent: TentRow,
  { mark, lastCheck: counted, was = {} }: LedgerMark,
): Partial<TentResults> {
  const { lastMissLM, dateOfLastMiss, lastCheck, dateOfLastCheck } = was
  if (mark.outcome === 'miss') {
    const isOwn = tent.lastMissLM === mark.by && tent.dateOfLastMiss === mark.at
    if (!isOwn || lastMissLM === undefined || dateOfLastMiss === undefined) return {}
    return { lastMissLM, dateOfLastMiss }
  }
  const isOwn = tent.lastCheck === counted && tent.dateOfLastCheck === mark.at
  if (!isOwn || lastCheck === undefined || dateOfLastCheck === undefined) return {}
  return { lastCheck, dateOfLastCheck }
}
