import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { findCheckInProgress } from '../tent-check/store.ts'
import type { RosterRow } from './roster-csv.ts'
import { type ImportPlan, planImport } from './roster-plan.ts'
import { insertTents, listKnownTents, lockTents, updateRetired, updateTent } from './store.ts'

/**
 * Brings the tents in step with a roster, all of it or nothing; gives what was done.
 * `results`: the roster's misses and dates count, too.
 */
export async function importRoster(
  ctx: Pick<Context, 'now' | 'newId'>,
  tx: Tx,
  rows: readonly RosterRow[],
  options: { results: boolean },
): Promise<ImportPlan> {
  await lockTents(tx)
  const plan = planImport(await listKnownTents(tx), rows, {
    ...options,
    checkInProgress: (await findCheckInProgress(tx)) !== undefined,
    newId: ctx.newId,
  })
  if (plan.problems.length > 0) return plan
  await updateRetired(tx, plan.revive, null)
  for (const { after } of plan.change) await updateTent(tx, after)
  await insertTents(tx, plan.add)
  await updateRetired(tx, plan.retire, ctx.now())
  return plan
}
