import type { User } from '../../../shared/accounts/contract.ts'
import { texts } from '../../../shared/messages.ts'
import type { Effects } from './effects.ts'
import { type CheckEvent, type CheckState, fold, type TentRow } from './events.ts'

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
}

/** The check in progress; null: none is on. */
export function runningCheck({ check }: Pick<LedgerState, 'check'>): CheckState | null {
  return check?.ending === null ? check : null
}

/** The state after these events and effects. */
export function advanced(
  state: LedgerState,
  events: readonly CheckEvent[],
  effects: Effects,
): LedgerState {
  let { check } = state
  const pastChecks = new Map(state.pastChecks)
  const requests = new Map(state.requests)
  for (const event of events) {
    const past = pastChecks.get(event.checkId)
    if (past !== undefined) pastChecks.set(event.checkId, fold(past, event))
    else {
      check = fold(event.checkId === check?.id ? check : null, event)
      if (check.ending !== null) pastChecks.set(check.id, check)
    }
    if (event.requestId !== undefined) {
      requests.set(event.requestId, [...(requests.get(event.requestId) ?? []), event])
    }
  }
  const tents = new Map(state.tents)
  for (const { id, becomes } of effects.tents) {
    const tent = tents.get(id)
    if (tent !== undefined) tents.set(id, { ...tent, ...becomes })
  }
  return { ...state, check, pastChecks, tents, requests }
}

/** The id by which a tent is known now: a client may have the one from before the first pull. */
export function currentTentId({ tents }: Pick<LedgerState, 'tents'>, id: string): string {
  return tents.get(id)?.became ?? id
}

/** The tent of a check that a client means, by its id there; null: it is not in the check. */
export function tentIdIn(check: CheckState, state: LedgerState, id: string): string | null {
  const current = currentTentId(state, id)
  const isIn = (wanted: string) => check.tents.some((tent) => tent.id === wanted)
  if (isIn(id)) return id
  return isIn(current) ? current : null
}

/** The first name that the ledger keeps. Specification 9. */
export function monitorName(person: Pick<Person, 'firstName'>): string {
  return person.firstName || texts.unknownMonitor
}
