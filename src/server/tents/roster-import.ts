import type { RosterCounts } from '../../shared/tents/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import { type ImportPlan, planImport } from './roster-plan.ts'
import type { RosterRow } from './roster-row.ts'
import {
  findCurrentIds,
  insertTents,
  isCheckInProgress,
  listKnownTents,
  lockTents,
  updateRetired,
  updateTents,
} from './store.ts'

/** `results`: the roster's misses and dates count, too. */
export type ImportSettings = { results: boolean }

/** What an import would do now; nothing is changed. */
export async function previewRoster(
  ctx: Pick<Context, 'newId'>,
  reader: Reader,
  rows: readonly RosterRow[],
  { results }: ImportSettings,
): Promise<ImportPlan> {
  const known = await listKnownTents(reader)
  const checkInProgress = await isCheckInProgress(reader)
  const current = await withCurrentIds(reader, rows)
  return planImport(known, current, { results, checkInProgress, newId: ctx.newId })
}

/** A file from before the first pull names tents by ids that they had then. */
async function withCurrentIds(reader: Reader, rows: readonly RosterRow[]): Promise<RosterRow[]> {
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const currentIds = await findCurrentIds(reader, ids)
  return rows.map((row) =>
    row.id === null ? row : { ...row, id: currentIds.get(row.id) ?? row.id },
  )
}

function idsOf(tents: readonly { id: string }[]): string[] {
  return tents.map(({ id }) => id)
}

/** Brings the tents in step with a roster, all of it or nothing; gives what was done. */
export async function importRoster(
  ctx: Pick<Context, 'now' | 'newId'>,
  tx: Tx,
  rows: readonly RosterRow[],
  settings: ImportSettings,
): Promise<ImportPlan> {
  await lockTents(tx)
  const plan = await previewRoster(ctx, tx, rows, settings)
  if (plan.problems.length > 0) return plan
  await updateRetired(tx, idsOf(plan.revive), null)
  const changed = plan.change.map(({ after }) => after)
  await updateTents(tx, changed, ctx.newId)
  await insertTents(tx, plan.add, ctx.newId)
  await updateRetired(tx, idsOf(plan.retire), ctx.now())
  return plan
}

/** Writes down who imported a roster, and what that did; null: whoever runs the server. */
export async function recordImport(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  netID: string | null,
  { added, changed, retired }: RosterCounts,
): Promise<void> {
  const event = { kind: 'rosterImported', netID, added, changed, retired } as const
  await insertAuditEvent(tx, ctx.now(), event)
}

/** A plan as counts of tents; one that is brought back is added, whether or not it changed. */
export function countsOf({
  add,
  change,
  retire,
  revive,
  unchanged,
  postponed,
}: ImportPlan): RosterCounts {
  const revived = new Set(idsOf(revive))
  return {
    added: add.length + revive.length,
    changed: change.filter(({ id }) => !revived.has(id)).length,
    retired: retire.length,
    unchanged,
    postponed: postponed.add + postponed.change + postponed.retire + postponed.revive,
  }
}
