import type { RosterEdit } from '../../shared/tents/contract.ts'
import { writtenFields } from '../../shared/tents/roster-columns.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { isAirtableConfigured } from '../settings/airtable-config.ts'
import { changesOf, type TentChange } from './roster-changes.ts'
import { problemsOfRow } from './roster-csv.ts'
import { changedTent, countsOf, importRoster } from './roster-import.ts'
import type { RosterTent } from './roster-plan.ts'
import { emptyRow, orderAndName, type RosterRow } from './roster-row.ts'
import { listKnownTents, lockTents } from './store.ts'

/** The roster after changing one tent, before `later` ones; `edited` is its row, null: removed. */
function rosterAfter(
  roster: readonly RosterTent[],
  { id, fields, was = {} }: RosterEdit,
  later: readonly RosterEdit[],
): { rows: RosterRow[]; edited: RosterRow | null } {
  const before = id === null ? emptyRow : roster.find((tent) => tent.id === id)
  if (before === undefined) throw new Refusal('unknownTentRecord')
  const isOther = (field: (typeof writtenFields)[number]) =>
    was[field] !== undefined &&
    was[field] !== before[field] &&
    // Saved already, by a colleague or by the same person, whom no answer reached.
    fields?.[field] !== before[field]
  if (writtenFields.some(isOther)) throw new Refusal('tentChanged')
  const others = roster.filter((tent) => tent.id !== id)
  if (fields === null) return { rows: others, edited: null }
  const edited = { ...before, ...fields }
  const isRenamed = id === null || orderAndName(edited) !== orderAndName(before)
  if (isRenamed && `${edited.order}${edited.name}`.trim() === '') {
    refuse('Name', 'A tent needs a name or an order. Give it one.')
  }
  // Of two tents that trade places, the second has its place until its own turn.
  const gives = (tent: RosterTent) =>
    later.some(
      ({ id, fields }) =>
        id === tent.id &&
        (fields === null || orderAndName({ ...tent, ...fields }) !== orderAndName(tent)),
    )
  const isTaken = (tent: RosterTent) => orderAndName(tent) === orderAndName(edited) && !gives(tent)
  if (isRenamed && others.some(isTaken)) {
    refuse('Order', 'Another tent has this order and name. Give this one another.')
  }
  return { rows: [...others, edited], edited }
}

/**
 * Changes tents by hand, all of them or none: an import of the current roster with these tents
 * changed one after the other. Refused while the tents come from Airtable; `unknownTentRecord`;
 * `tentChanged`; `tentRefused`; and `rosterDuringCheck` while a check is on, if more than texts changes.
 */
export async function editRoster(
  ctx: Pick<Context, 'now' | 'newId'>,
  tx: Tx,
  netID: string,
  edits: readonly RosterEdit[],
): Promise<TentChange[]> {
  // Before that is asked: the first pull may have the tents already.
  await lockTents(tx)
  if (await isAirtableConfigured(tx)) throw new Refusal('rosterFromAirtable')
  const changes: TentChange[] = []
  for (const [index, edit] of edits.entries()) {
    const roster = (await listKnownTents(tx)).filter((tent) => !tent.retired)
    const { rows, edited } = rosterAfter(roster, edit, edits.slice(index + 1))
    if (edited !== null) refuseFirst(problemsOfRow(edited))
    const plan = await importRoster(ctx, tx, rows, { results: false })
    refuseFirst(plan.problems)
    if (countsOf(plan).postponed > 0) throw new Refusal('rosterDuringCheck')
    changes.push(...changesOf(plan))
  }
  for (const change of changes) {
    await insertAuditEvent(tx, ctx.now(), { kind: 'tentEdited', netID, ...changedTent(change) })
  }
  return changes
}

function refuseFirst([problem]: readonly { column: string; reason: string }[]): void {
  if (problem !== undefined) refuse(problem.column, problem.reason)
}

function refuse(column: string, reason: string): never {
  throw new Refusal('tentRefused', { text: `${column}: ${reason}` })
}
