import type { ChangedTent } from '../../shared/audit/contract.ts'
import { auditedTextAtMost, importedTentsAtMost } from '../../shared/audit/limits.ts'
import type { RosterCounts } from '../../shared/tents/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { columnsOfPeople } from '../../shared/tents/roster-columns.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import { shortened } from '../shortened.ts'
import { changesOf, firstOfEachKind, type TentChange } from './roster-changes.ts'
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

/** `results`: also import the roster's misses and dates. */
export type ImportSettings = { results: boolean }

/** What an import would do now, without doing it. */
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

/** A file from before the first pull may contain former ids. */
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

/** Changes the tents to match a roster, completely or not at all; returns what was done. */
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
  // In the name of none of the servers: the one that imports has pages of the check as well.
  if (plan.change.length > 0) await tx.notifyAll('import roster')
  return plan
}

/**
 * Records in the audit who imported or pulled a roster and what changed; `netID` null: the command
 * line, or the server itself.
 */
export async function recordImport(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { kind, netID }: { kind: 'rosterImported' | 'rosterPulled'; netID: string | null },
  plan: ImportPlan,
): Promise<void> {
  const { added, changed, retired } = countsOf(plan)
  const tents = firstOfEachKind(changesOf(plan), importedTentsAtMost).map(changedTent)
  await insertAuditEvent(tx, ctx.now(), { kind, netID, added, changed, retired, tents })
}

/** The change of a tent for the audit, which keeps no member's name. */
export function changedTent({ id, kind, order, name, fields }: TentChange): ChangedTent {
  const short = (text: string) => shortened(text, auditedTextAtMost)
  return {
    tentId: id,
    tent: short(tentLabel({ order, name })),
    change: kind,
    columns: fields.map(({ column }) => column),
    values: fields
      .filter(({ column }) => !columnsOfPeople.has(column))
      .map(({ column, before, after }) => ({ column, before: short(before), after: short(after) })),
  }
}

/** A plan as numbers of tents; one that comes back counts as added. */
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
    postponed,
  }
}

/** Did it do anything to any tent? */
export function hasChanged({ added, changed, retired }: RosterCounts): boolean {
  return added + changed + retired > 0
}
