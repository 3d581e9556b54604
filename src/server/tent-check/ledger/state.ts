import type { User } from '../../../shared/accounts/contract.ts'
import { texts } from '../../../shared/messages.ts'
import type { SeasonFacts } from '../../season/reader.ts'
import { type CheckState, fold, type Step } from './check-state.ts'
import type { Effects } from './effects.ts'
import { type CheckEvent, type TentRow, tentOf } from './events.ts'

/** A person as far as commands are decided by them. */
export type Person = Pick<User, 'netID' | 'firstName' | 'isLineMonitor' | 'isSuperUser'>

/** What commands are decided by: as this server has it cached, or as the database has it now. */
export type LedgerState = {
  /** Another one whenever the ledger may know less than it did. */
  epoch: string
  /** The check in progress, or the last one that this server knows; null: none. */
  check: CheckState | null
  /**
   * Checks that are over and that a command names, read anew, by id: what is cached of one may
   * hold names that the closing of its season has taken out of the ledger.
   */
  pastChecks: ReadonlyMap<string, CheckState>
  tents: ReadonlyMap<string, TentRow>
  people: ReadonlyMap<string, Person>
  /** Whose the sessions are that hold, by the hash of their token. */
  sessions: ReadonlyMap<string, string>
  /** What commands with an id of the client have written already, by that id. */
  requests: ReadonlyMap<string, readonly CheckEvent[]>
  /** All that happened to the tents of which a command needs it, by the id they are known by now. */
  tentEvents: ReadonlyMap<string, readonly CheckEvent[]>
  /** How the season stands, where a command needs it; null: none does. */
  season: SeasonFacts | null
  /** Disputes that a command names, by id. */
  disputes: ReadonlyMap<string, { isAnswered: boolean }>
  /** The check that began last, where a command asks for it; null: there is none, or none asks. */
  newestCheckId: string | null
}

/** The check in progress; null: none is on. */
export function runningCheck({ check }: Pick<LedgerState, 'check'>): CheckState | null {
  return check?.ending === null ? check : null
}

/** The state after these events and effects, and what each event did to its check. */
export function advanced(
  state: LedgerState,
  events: readonly CheckEvent[],
  effects: Effects,
): { state: LedgerState; steps: Step[] } {
  let { check } = state
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
  return { state: { ...state, check, pastChecks, tents, requests, tentEvents, disputes }, steps }
}

/** The id by which a tent is known now: a client may have the one from before the first pull. */
export function currentTentId({ tents }: Pick<LedgerState, 'tents'>, id: string): string {
  return tents.get(id)?.became ?? id
}

/**
 * The tent of a check that a client means: `checkedId` is its id in the check, `tent` its row as it
 * is known now, which is another where it got a record's id since. null: it is not in the check.
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
  const tent = checked && state.tents.get(currentTentId(state, checked.id))
  return tent === undefined ? null : { checkedId: checked?.id ?? id, tent }
}

/** The first name that the ledger keeps. Specification 9. */
export function monitorName(person: Pick<Person, 'firstName'>): string {
  return person.firstName || texts.unknownMonitor
}
