import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { StandingOutcome } from '../../../shared/check-history/contract.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isDueBy } from '../../db/due-queue.ts'
import { checkEvents, checks, tents, toldChecks } from '../../db/schema.ts'
import { kindsWithNotices } from '../../tent-check/ledger/events.ts'

/** Each tent's outcome when people were last told, by its id in the check. */
type ToldOutcomes = Record<string, StandingOutcome>

/** The number of a check's last event that notices follow from. */
const lastTold = sql<number>`(
  select ${checkEvents.number} from ${checkEvents}
  where ${checkEvents.checkId} = ${checks.id}
    and ${inArray(checkEvents.kind, kindsWithNotices)}
  order by ${checkEvents.number} desc limit 1
)`

/** Checks with events that are not planned yet. */
export async function listChecksWithNews({ queries }: Reader): Promise<string[]> {
  const rows = await queries
    .select({ id: checks.id })
    .from(checks)
    .leftJoin(toldChecks, eq(toldChecks.checkId, checks.id))
    .where(or(isNull(toldChecks.number), lt(toldChecks.number, lastTold)))
    .orderBy(asc(checks.sequence))
  return rows.map(({ id }) => id)
}

/** Checks whose notices are due, or due later than the delay allows: by a clock that was ahead. */
export async function listChecksDue(
  { queries }: Reader,
  now: Date,
  delayMs: number,
): Promise<string[]> {
  const rows = await queries
    .select({ id: toldChecks.checkId })
    .from(toldChecks)
    .where(isDueBy(toldChecks.dueAt, now, delayMs))
  return rows.map(({ id }) => id)
}

export type ToldCheck = { number: number; dueAt: Date | null; told: ToldOutcomes | null }

/**
 * Locks checks, then tents: closing the season takes its locks in the same order, so that the two
 * cannot deadlock.
 */
export async function holdChecksAndTents({ queries }: Tx): Promise<void> {
  await queries.execute(sql`lock table ${checks}, ${tents} in row share mode`)
}

/** What people were told of a check; locked until this transaction ends. */
export async function lockToldCheck({ queries }: Tx, checkId: string): Promise<ToldCheck> {
  await queries.insert(toldChecks).values({ checkId, number: 0 }).onConflictDoNothing()
  const [row] = await queries
    .select()
    .from(toldChecks)
    .where(eq(toldChecks.checkId, checkId))
    .for('update')
  if (row === undefined) throw new Error('How far people were told of a check is gone')
  return { number: row.number, dueAt: row.dueAt, told: row.told as ToldOutcomes | null }
}

/**
 * Will people still be told how a check's tents stand? True while the notices are due later, or
 * while the check's last events are not planned yet.
 */
export async function isToBeTold({ queries }: Reader, checkId: string): Promise<boolean> {
  const isWaiting = or(isNotNull(toldChecks.dueAt), lt(toldChecks.number, lastTold))
  const rows = await queries
    .select({ id: checks.id })
    .from(checks)
    .innerJoin(toldChecks, eq(toldChecks.checkId, checks.id))
    .where(and(eq(checks.id, checkId), isWaiting))
  return rows.length > 0
}

export async function updateToldCheck(
  { queries }: Tx,
  checkId: string,
  told: ToldCheck,
): Promise<void> {
  await queries.update(toldChecks).set(told).where(eq(toldChecks.checkId, checkId))
}
