import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { rosterCounts } from '../../shared/tents/contract.ts'
import type { Reader, Tx } from '../db/database.ts'
import { findSetting, updateSetting } from '../settings/store.ts'

const stateKey = 'rosterSync'

const cellProblem = Type.Object({
  order: Type.String(),
  name: Type.String(),
  column: Type.String(),
})

/** What is known of the last pull. Times in ISO 8601. */
const rosterSyncState = Type.Object({
  /** When it began, whether or not it brought anything. */
  triedAt: Type.Union([Type.String(), Type.Null()]),
  pulledAt: Type.Union([Type.String(), Type.Null()]),
  counts: Type.Union([rosterCounts, Type.Null()]),
  failure: Type.Union([Type.String(), Type.Null()]),
  missingColumns: Type.Array(Type.String()),
  problems: Type.Array(cellProblem),
  problemCount: Type.Integer(),
  /** More than half of the tents would go, and so few stay: a super user is asked. */
  shrink: Type.Union([Type.Object({ from: Type.Integer(), to: Type.Integer() }), Type.Null()]),
})
export type RosterSyncState = Static<typeof rosterSyncState>

export const neverPulled: RosterSyncState = {
  triedAt: null,
  pulledAt: null,
  counts: null,
  failure: null,
  missingColumns: [],
  problems: [],
  problemCount: 0,
  shrink: null,
}

export async function findState(reader: Reader): Promise<RosterSyncState> {
  const stored = await findSetting(reader, stateKey)
  return Value.Check(rosterSyncState, stored) ? stored : neverPulled
}

export async function updateState(
  tx: Tx,
  change: Partial<RosterSyncState>,
  now: Date,
): Promise<void> {
  await updateSetting(tx, stateKey, { ...(await findState(tx)), ...change }, now)
}

/**
 * May a pull begin, if the last one began at `triedAt` (ISO 8601; null: never)? Servers' clocks
 * differ, and one may be set back: what lies ahead by more than `everyMs` does not count.
 */
export function isDue(triedAt: string | null, everyMs: number, now: Date): boolean {
  return triedAt === null || Math.abs(now.getTime() - Date.parse(triedAt)) >= everyMs
}

/**
 * Begins a pull, unless one began less than `everyMs` ago: of several servers that ask at once, one
 * may. The tents are locked.
 */
export async function beginPull(tx: Tx, everyMs: number, now: Date): Promise<boolean> {
  const { triedAt } = await findState(tx)
  if (!isDue(triedAt, everyMs, now)) return false
  await updateState(tx, { triedAt: now.toISOString() }, now)
  return true
}
