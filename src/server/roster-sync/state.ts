import { type Static, Type } from 'typebox'
import { difference, lastPull } from '../../shared/roster-sync/contract.ts'
import { instant, orNull } from '../../shared/schemas.ts'
import { columnNames } from '../../shared/tents/roster-columns.ts'
import { isStillAhead } from '../clock-skew.ts'
import type { Reader, Tx } from '../db/database.ts'
import { setting } from '../settings/store.ts'
import { findEpoch } from '../tent-check/ledger/store.ts'

const keptDifference = Type.Object({
  ...difference.properties,
  /** The results that waited then. Nothing of the tent is sent until a person settles them. */
  results: Type.Array(Type.Object({ checkId: Type.String(), number: Type.Integer() })),
})
export type Difference = Static<typeof keptDifference>

/** The state of the last pull. */
const rosterSyncState = Type.Object({
  ...lastPull,
  /** When it began, whether or not it succeeded. */
  triedAt: orNull(instant),
  /** The place of the last pull among all that began, and of the last one that was applied. */
  begun: Type.Integer(),
  applied: Type.Integer(),
  /** Columns that no pull of this table has found; before the first pull, all. */
  neverHad: Type.Array(Type.String()),
  /** The ledger's epoch at the last pull; null: there was none. */
  epoch: orNull(Type.String()),
  /** Tents that a person has to settle. */
  differences: Type.Array(keptDifference),
})
export type RosterSyncState = Static<typeof rosterSyncState>

const neverPulled: RosterSyncState = {
  triedAt: null,
  begun: 0,
  applied: 0,
  pulledAt: null,
  counts: null,
  failure: null,
  missingColumns: [],
  neverHad: Object.values(columnNames),
  problems: [],
  problemCount: 0,
  shrink: null,
  epoch: null,
  differences: [],
}

// Older versions stored fewer fields.
const stored = setting('rosterSync', Type.Partial(rosterSyncState), {})

export async function findState(reader: Reader): Promise<RosterSyncState> {
  const found: Partial<RosterSyncState> = await stored.find(reader)
  return { ...neverPulled, neverHad: found.missingColumns ?? neverPulled.neverHad, ...found }
}

/**
 * The missing columns that results wait for: those that the table had once. The number of misses is
 * always waited for.
 */
export function awaitedColumns({
  missingColumns,
  neverHad,
}: Pick<RosterSyncState, 'missingColumns' | 'neverHad'>): string[] {
  return missingColumns.filter(
    (name) => name === columnNames.numberOfMisses || !neverHad.includes(name),
  )
}

/** The tents whose results are not sent until a person has settled their differences. */
export function heldTents({ differences }: Pick<RosterSyncState, 'differences'>): Set<string> {
  return new Set(differences.flatMap(({ tentId, results }) => (results.length > 0 ? tentId : [])))
}

/**
 * Did the database go back in time since the last pull? Then nothing is sent before the next pull
 * has compared the tents with their records.
 */
export async function isSetBack(reader: Reader, state: RosterSyncState): Promise<boolean> {
  return state.epoch !== null && state.epoch !== (await findEpoch(reader))
}

export async function updateState(
  tx: Tx,
  change: Partial<RosterSyncState>,
  now: Date,
): Promise<void> {
  await stored.update(tx, { ...(await findState(tx)), ...change }, now)
}

/** Forgets the pulls so far, except the epoch and what is to be settled. */
export async function forgetPulls(tx: Tx, now: Date): Promise<void> {
  const { epoch, differences } = await findState(tx)
  await updateState(tx, { ...neverPulled, epoch, differences }, now)
}

/** Forgets what is to be settled: a season is over, and with it what waited. */
export async function forgetDifferences(tx: Tx, now: Date): Promise<void> {
  await updateState(tx, { differences: [] }, now)
}

/**
 * May a pull begin, if the last one began at `triedAt` (ISO 8601; null: never)? `everyMs` 0: at once,
 * also if another server's clock is ahead.
 */
export function isDue(triedAt: string | null, everyMs: number, now: Date): boolean {
  if (triedAt === null || everyMs === 0) return true
  return !isStillAhead(Date.parse(triedAt) + everyMs, everyMs, now)
}

/**
 * Begins a pull unless one began less than `everyMs` ago; of several servers at the same moment only
 * one begins. Returns its place among all that began; null: it did not. The tents must be locked.
 */
export async function beginPull(tx: Tx, everyMs: number, now: Date): Promise<number | null> {
  const { triedAt, ...state } = await findState(tx)
  if (!isDue(triedAt, everyMs, now)) return null
  // After the database went back in time, more were applied than it knows to have begun.
  const begun = Math.max(state.begun, state.applied) + 1
  await updateState(tx, { triedAt: now.toISOString(), begun }, now)
  return begun
}
