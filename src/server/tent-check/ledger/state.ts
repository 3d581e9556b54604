import type { User } from '../../../shared/accounts/contract.ts'
import type { SeasonFacts } from '../../season/reader.ts'
import { type CheckState, fold, type Step } from './check-state.ts'
import type { AnsweredRequest, Effects } from './effects.ts'
import { type CheckEvent, type TentRow, tentOf } from './events.ts'

/** The fields of a person that matter to commands. */
export type Person = Pick<User, 'netID' | 'firstName' | 'isLineMonitor' | 'isSuperUser'>

/** The data by which commands are decided, from the cache or read from the database. */
export type LedgerState = {
  /** Changes when the ledger may have lost events. */
  epoch: string
  /** The check in progress, or the last one that this server knows; null: none. */
  check: CheckState | null
  /**
   * Checks that are over and that a command names, by id. Always read from the database: a cached
   * one may hold names that closing the season has removed from the ledger.
   */
  pastChecks: ReadonlyMap<string, CheckState>
  tents: ReadonlyMap<string, TentRow>
  people: ReadonlyMap<string, Person>
  /** The netID of each valid session, by the hash of its token. */
  sessions: ReadonlyMap<string, string>
  /** The events that a client request has already written, by the request's id. */
  requests: ReadonlyMap<string, readonly CheckEvent[]>
  /** Client requests that were answered without writing an event, by the request's id. */
  answeredRequests: ReadonlyMap<string, AnsweredRequest>
  /** All events about the tents for which a command needs them, by the tent's current id. */
  tentEvents: ReadonlyMap<string, readonly CheckEvent[]>
  /** The season's rules and grace; null: no command needs them. */
  season: SeasonFacts | null
  /** Disputes that a command names, by id. */
  disputes: ReadonlyMap<string, { isAnswered: boolean }>
  /** The check that began last; null: there is none, or no command needs it. */
  newestCheckId: string | null
}

/** The check in progress; null: none is on. */
export function runningCheck({ check }: Pick<LedgerState, 'check'>): CheckState | null {
  return check?.ending === null ? check : null
}

/** The state after these events and effects, and each event as a step of its check. */
export function advanced(
  state: LedgerState,
  events: readonly CheckEvent[],
  effects: Effects,
): { state: LedgerState; steps: Step[] } {
  let { check, newestCheckId } = state
  const steps: Step[] = []
  const pastChecks = new Map(state.pastChecks)
  const requests = new Map(state.requests)
  const tentEvents = new Map(state.tentEvents)
  for (const event of events) {
    const past = pastChecks.get(event.checkId)
    const known = event.checkId === check?.id ? check : null
    const before = past ?? known
    const next = fold(before, event)
    steps.push({ before, event, after: next })
    if (event.kind === 'started') newestCheckId = next.id
    if (next.ending === null) {
      check = next
      pastChecks.delete(next.id)
    } else {
      if (known !== null) check = next
      pastChecks.set(next.id, next)
    }
    if (event.requestId !== undefined) {
      requests.set(event.requestId, [...(requests.get(event.requestId) ?? []), event])
    }
    const tentId = currentTentId(state, tentOf(event) ?? '')
    const earlier = tentEvents.get(tentId)
    if (earlier !== undefined) tentEvents.set(tentId, [...earlier, event])
  }
  const tents = new Map(state.tents)
  for (const { id, becomes } of effects.tents) {
    const tent = tents.get(id)
    if (tent !== undefined) tents.set(id, { ...tent, ...becomes })
  }
  const disputes = new Map(state.disputes)
  for (const { id } of effects.disputes) disputes.set(id, { isAnswered: true })
  const answeredRequests = new Map(state.answeredRequests)
  for (const answer of effects.answers) answeredRequests.set(answer.requestId, answer)
  const checks = { check, newestCheckId, pastChecks }
  const known = { tents, requests, answeredRequests, tentEvents, disputes }
  return { state: { ...state, ...checks, ...known }, steps }
}

/** The current id of a tent: a client may still have the one from before the first pull. */
export function currentTentId({ tents }: Pick<LedgerState, 'tents'>, id: string): string {
  return tents.get(id)?.became ?? id
}

/** Do two ids, of whatever time, mean one tent? */
export function isSameTent(state: Pick<LedgerState, 'tents'>, id: string, other: string): boolean {
  return id === other || currentTentId(state, id) === currentTentId(state, other)
}

/**
 * The tent of a check that a client means. `checkedId`: its id in the check; `tent`: its current row,
 * which has another id if the tent became a record of Airtable since. null: not in the check.
 */
export function tentIn(
  check: CheckState,
  state: Pick<LedgerState, 'tents'>,
  id: string,
): { checkedId: string; tent: TentRow } | null {
  const current = currentTentId(state, id)
  const checked =
    check.tents.find((each) => each.id === id) ??
    check.tents.find((each) => currentTentId(state, each.id) === current)
  if (checked === undefined) return null
  const tent = state.tents.get(currentTentId(state, checked.id))
  return tent === undefined ? null : { checkedId: checked.id, tent }
}
