import type { StandingOutcome } from '../../../shared/check-history/contract.ts'
import type { Effects } from './effects.ts'
import {
  type CheckEvent,
  type LedgerMark,
  type Restored,
  resultCells,
  type TentResults,
  type TentRow,
} from './events.ts'
import { missesBetween, pairOfOutcome, pairs } from './result.ts'

/**
 * Has a later check set the fields of this mark's kind? Comparing texts is not enough: two checks
 * in one minute by one monitor write the same. `events`: all events about the tent, in the order of
 * the checks.
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
  const place = events.findIndex(
    (event) => event.checkId === checkId && event.number === mark.number,
  )
  return events
    .slice(place + 1)
    .some(
      (event) =>
        event.kind === 'marked' &&
        event.checkId !== checkId &&
        event.mark.outcome === mark.mark.outcome &&
        !isGivenBack(event),
    )
}

/**
 * The effects on a tent whose outcome changes from `from` to `to`, by undoing or correcting this
 * mark (undefined: there was none). Its misses change, but never below 0; of the fields of its last
 * Miss or last Make, those that are still the mark's get their former values, and what a person
 * changed stays. `replaced`: a later check has set them since.
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
  const was = { ...resultCells(tent), became: tent.became }
  const becomes = { ...restored, numberOfMisses: Math.max(0, tent.numberOfMisses + misses) }
  return {
    event: { misses, ...(Object.keys(restored).length === 0 ? {} : { restored }) },
    tents: [{ id: tent.id, was, becomes }],
  }
}

/**
 * The fields that this mark set and that are unchanged, each with its former value. The date says
 * whose they are: two marks may be by the same monitor, or count the same members.
 */
function fieldsBefore(
  tent: TentRow,
  { mark, lastCheck: counted, was = {} }: LedgerMark,
): Partial<TentResults> {
  const [who, when] = pairs[pairOfOutcome[mark.outcome]]
  const wrote = mark.outcome === 'miss' ? mark.by : counted
  if (tent[when] !== mark.at || was[when] === undefined) return {}
  const isWhoOwn = tent[who] === wrote && was[who] !== undefined
  return { [when]: was[when], ...(isWhoOwn ? { [who]: was[who] } : {}) }
}
