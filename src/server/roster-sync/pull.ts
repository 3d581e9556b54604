import { groupedBy } from '../../shared/grouped.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { columnNames, type RosterField, rosterColumns } from '../../shared/tents/roster-columns.ts'
import type { AirtableClient, OpenTable, Patience } from '../airtable/client.ts'
import { AirtableFailure } from '../airtable/failure.ts'
import { clockSkewMs } from '../clock-skew.ts'
import type { Tx } from '../db/database.ts'
import type { ReadContext } from '../http/endpoints.ts'
import type { Write } from '../http/write.ts'
import { findAirtable, lockAirtableSettings } from '../settings/airtable-config.ts'
import { resultCells } from '../tent-check/ledger/events.ts'
import { findEpoch } from '../tent-check/ledger/store.ts'
import { areDemoTents } from '../tents/demo-season.ts'
import { countsOf, hasChanged, importRoster, recordImport } from '../tents/roster-import.ts'
import type { RosterTent } from '../tents/roster-plan.ts'
import {
  findCurrentIds,
  isCheckInProgress,
  listKnownTents,
  lockTents,
  markAsFromAirtable,
  updateIds,
} from '../tents/store.ts'
import { lagAtMostMs, resultsByTent, type WaitingTent } from './batch.ts'
import { failureText, withKnownColumns } from './columns.ts'
import { adoptionsOf, type KnownForPull, rowsOfPull, shrinkOf } from './pull-plan.ts'
import { type AwayColumns, hasNoRecord, resultColumns, waitsForRecord } from './push-plan.ts'
import { pairsOf, withoutGivenUp } from './record-change.ts'
import { isBlank, type ReadRecord, readRecord } from './records.ts'
import { compareAfterSetBack } from './set-back.ts'
import {
  awaitedColumns,
  beginPull,
  type Difference,
  findState,
  heldTents,
  isSetBack,
  type RosterSyncState,
  updateState,
} from './state.ts'
import {
  listUnsent,
  removeArrived,
  removeDelivered,
  updateDueNow,
  updateFailed,
  updateHasRecord,
  updateMayHaveArrived,
  updateTentIds,
} from './store.ts'
import { underWayMs } from './under-way.ts'

/**
 * For so long after a write, a pull takes no results of the tent. Longer than the lag, to be sure:
 * the next pull takes them, while results that wait for the lag to pass are late.
 */
export const sentLatelyMs = 2 * lagAtMostMs
const problemsKept = 20

/**
 * `by`: the netID of who pulls; null: nobody asked for it. `shrinkTo`: to how few tents the roster may
 * shrink; null: nobody agreed that it does. `everyMs`: no pull if one began less than
 * so long ago on any server. `write`: that of the call if a person pulls, otherwise a transaction.
 */
export type PullOptions = {
  by: string | null
  shrinkTo: number | null
  patience: Patience
  everyMs: number
  write: Write
}

/**
 * Updates the tents from Airtable; records and tents are matched by the record's id. Stores the
 * outcome for the dashboard, and returns it. null: nothing was pulled, because there are no settings
 * or no readable key, or because a pull began just before.
 */
export async function pullRoster(
  ctx: Pick<ReadContext, 'db' | 'newId' | 'now' | 'secretKey'>,
  openTable: OpenTable,
  { by, shrinkTo, patience, everyMs, write }: PullOptions,
): Promise<RosterSyncState | null> {
  // Saving other settings waits for this transaction, so that it can't prevent their first pull.
  const begun = await write(async (tx) => {
    await lockTents(tx)
    const savedAt = await lockAirtableSettings(tx)
    const table = await findAirtable(tx, ctx)
    if (table === null || table.apiKey === '') return null
    const startedAt = ctx.now()
    const place = await beginPull(tx, everyMs, startedAt)
    return place === null ? null : { table, savedAt, startedAt, place }
  })
  if (begun === null) return null
  const { table, savedAt, startedAt, place } = begun
  // If other settings were saved while Airtable answered, or a later pull was faster, this answer is
  // dropped.
  const keep = (work: (tx: Tx) => Promise<void>) =>
    write(async (tx) => {
      await lockTents(tx)
      const isSame = (await lockAirtableSettings(tx))?.getTime() === savedAt?.getTime()
      const isNewest = (await findState(tx)).applied < place
      if (isSame && isNewest) await work(tx)
    })
  try {
    const read = await readRoster(openTable(table, patience))
    await keep((tx) => applyPull(ctx, tx, read, { by, startedAt, place, shrinkTo }))
  } catch (error) {
    if (!(error instanceof AirtableFailure)) throw error
    const failure = failureText(error)
    await keep((tx) => updateState(tx, { failure }, ctx.now()))
  }
  return ctx.db.read(findState)
}

type TentForPull = Omit<KnownForPull, 'waiting'> & { waiting: Omit<WaitingTent, 'tentId'> }

type ReadRoster = { records: ReadRecord[]; missing: string[] }

async function readRoster(client: AirtableClient): Promise<ReadRoster> {
  const { answer, missing } = await withKnownColumns((columns) => client.listRecords(columns))
  return { records: answer.map(readRecord).filter((record) => !isBlank(record)), missing }
}

/** The tents are locked. After the database went back in time, waiting results are settled first. */
async function applyPull(
  ctx: Pick<ReadContext, 'newId' | 'now'>,
  tx: Tx,
  { records, missing }: ReadRoster,
  {
    by,
    startedAt,
    place,
    shrinkTo,
  }: Pick<PullOptions, 'by' | 'shrinkTo'> & { startedAt: Date; place: number },
): Promise<void> {
  const now = ctx.now()
  const isChecking = await isCheckInProgress(tx)
  const state = await findState(tx)
  const before = await listForPull(tx, startedAt, now, heldTents(state))
  const adoptions = adoptionsOf(before, records)
  const shrink = shrinkOf(before, records, adoptions)
  const isFirst = state.pulledAt === null
  const neverHad = isFirst ? missing : state.neverHad.filter((name) => missing.includes(name))
  const told = { failure: null, missingColumns: missing, neverHad, applied: place }
  const awaited = new Set(awaitedColumns(told))
  if (awaitedColumns(state).some((name) => !awaited.has(name))) await updateDueNow(tx, now)
  else await updateDueNow(tx, now, readableAgain(before, records, missing))
  if (shrink !== null && (shrinkTo === null || shrink.to < shrinkTo)) {
    await updateState(tx, { ...told, shrink }, now)
    return
  }

  const away = { missing: new Set(missing), awaited }
  if (!isChecking) {
    await removeKnownThere(tx, before, records, { adoptions, missing })
    await updateIds(tx, adoptions, now)
    await updateTentIds(tx, adoptions)
  }
  const isCompared = !(await isSetBack(tx, state))
  const differences = isCompared
    ? state.differences
    : await settleAfterSetBack(tx, before, records, away, now)
  const held = heldTents({ differences })
  const known = new Map(
    (await listForPull(tx, startedAt, now, held)).map((tent) => [tent.id, tent]),
  )
  const { rows, problems } = rowsOfPull(records, fieldsOf(missing), known)
  const plan = await importRoster(ctx, tx, rows, { results: true })
  if (plan.problems.length > 0) throw await oneTentTwice(tx, records)
  const ids = records.map(({ id }) => id)
  const others = [...known.values()].filter(({ id }) => !ids.includes(id))
  await noteWithoutRecord(tx, plan.retire, others, now)
  await updateHasRecord(tx, ids)
  await markAsFromAirtable(tx, ids)
  const counts = countsOf(plan)
  if (hasChanged(counts)) {
    await recordImport(ctx, tx, { kind: 'rosterPulled', netID: by }, plan)
  }
  await updateState(
    tx,
    {
      ...told,
      pulledAt: now.toISOString(),
      counts,
      problems: problems.slice(0, problemsKept),
      problemCount: problems.length,
      shrink: null,
      epoch: await findEpoch(tx),
      differences,
    },
    now,
  )
}

/**
 * What waits of tents of a file that leave the roster because no record is them: it is sent only if
 * there is such a record later, and until then stands among what failed. Not of the demo season.
 */
async function noteWithoutRecord(
  tx: Tx,
  retired: readonly RosterTent[],
  others: readonly TentForPull[],
  now: Date,
): Promise<void> {
  const gone = new Set(retired.map(({ id }) => id))
  // A correction may have come since the tent left: what waited then has failed.
  const isGone = ({ id, waiting }: TentForPull) =>
    gone.has(id) || waiting.results.some(({ failure }) => failure !== null)
  const left = others.filter((tent) => !tent.fromAirtable && isGone(tent))
  if (left.length === 0 || areDemoTents(left)) return
  const failed = { failure: hasNoRecord, isRefused: false, mayHaveArrived: false, dueAt: now }
  for (const { waiting } of left) {
    const results = waiting.results.filter(({ failure }) => failure === null)
    if (results.length > 0) await updateFailed(tx, results, failed)
  }
}

/**
 * Tents whose results can be sent again: their record is back in the table, or the number can be
 * read again for which they waited.
 */
function readableAgain(
  tents: readonly TentForPull[],
  records: readonly ReadRecord[],
  missing: readonly string[],
): string[] {
  const isNumberThere = !missing.includes(columnNames.numberOfMisses)
  const readable = new Map(
    records.map(({ id, unreadable }) => [id, isNumberThere && !unreadable.has('numberOfMisses')]),
  )
  const waits = ({ waiting }: TentForPull) =>
    waiting.results.some(
      ({ plan, misses, failure }) => (plan !== null && misses !== 0) || waitsForRecord(failure),
    )
  // `waits` is not asked for a retired tent whose record is back: a Make is written without a
  // read, so it failed with Airtable's own message, which `waits` does not know.
  const isDue = (tent: TentForPull) =>
    readable.has(tent.id) && (tent.retired || (readable.get(tent.id) === true && waits(tent)))
  return tents.filter(isDue).map(({ id }) => id)
}

/** A table that was made of our own export has what waited by then: it would count twice. */
async function removeKnownThere(
  tx: Tx,
  tents: readonly TentForPull[],
  records: readonly ReadRecord[],
  { adoptions, missing }: { adoptions: ReadonlyMap<string, string>; missing: readonly string[] },
): Promise<void> {
  // Our own export has them all; a number alone may be of other Misses.
  if (resultColumns.some((name) => missing.includes(name))) return
  const columns = { missing: new Set(missing), without: [] }
  const byId = new Map(records.map((record) => [record.id, record]))
  // Tent by tent: one statement for the results of a whole season would be too long for PostgreSQL.
  for (const tent of tents) {
    const record = byId.get(adoptions.get(tent.id) ?? '')
    if (record === undefined) continue
    const compared = [false, true].map((byDate) =>
      compareAfterSetBack(tent, tent.waiting.results, record, { ...columns, byDate }),
    )
    // First by name and date: two marks of one day differ only by the name. Then by date alone: since the
    // export, a person may have corrected a name.
    const { arrived } = compared.find(({ differing }) => differing.length === 0) ?? { arrived: [] }
    if (arrived.length > 0) await removeDelivered(tx, arrived)
  }
}

/** Returns what a person must settle; other results are settled here, or later by their plan. */
async function settleAfterSetBack(
  tx: Tx,
  tents: readonly KnownForPull[],
  records: readonly ReadRecord[],
  { missing, awaited }: AwayColumns,
  now: Date,
): Promise<Difference[]> {
  const recordsById = new Map(records.map((record) => [record.id, record]))
  // While one column of a pair is missing, the pair cannot be compared: only its date tells whose
  // mark it is.
  const without = pairsOf(awaited)
  // What was sent before the database went back may still be under way.
  const dueAt = new Date(now.getTime() + underWayMs)
  const differences: Difference[] = []
  for (const tent of tents.filter(({ fromAirtable }) => fromAirtable)) {
    const { id: tentId, order, name } = tent
    const record = recordsById.get(tentId)
    const waiting = withoutGivenUp(tent.waiting, record ? resultCells(record.row) : null).left
    const results = waiting.map(({ checkId, number }) => ({ checkId, number }))
    if (record === undefined) {
      // If the record came back, waiting results that may have been sent would be sent once more.
      const columns = ['its record is not in the table']
      if (results.length > 0) differences.push({ tentId, order, name, columns, results })
      continue
    }
    const away = { missing, without }
    const { arrived, unsent, differing } = compareAfterSetBack(tent, waiting, record, away)
    await removeArrived(tx, arrived, away, dueAt)
    if (unsent !== null) {
      await updateMayHaveArrived(tx, unsent.results, unsent.plan, dueAt)
    }
    if (differing.length > 0) {
      differences.push({ tentId, order, name, columns: differing, results })
    }
  }
  return differences
}

/** The error for two records of one tent: its former record is in the table again. */
async function oneTentTwice(tx: Tx, records: readonly ReadRecord[]): Promise<Error> {
  const currentIds = await findCurrentIds(
    tx,
    records.map(({ id }) => id),
  )
  const ofTents = groupedBy(records, ({ id }) => currentIds.get(id) ?? id)
  const [twice = []] = [...ofTents.values()].filter((alike) => alike.length > 1)
  const [record] = twice
  if (record === undefined) return new Error('Records of Airtable have one id each')
  // The tent has the id of the other one, which its results are sent to.
  const former = twice.filter(({ id }) => (currentIds.get(id) ?? id) !== id).map(({ id }) => id)
  const message = `Please delete ${former.join(' and ')}: ${twice.map(({ id }) => id).join(' and ')} are one tent, “${tentLabel(record.row)}”.`
  return new AirtableFailure('refused', 'ONE_TENT_TWICE', message)
}

async function listForPull(
  tx: Tx,
  startedAt: Date,
  now: Date,
  held: ReadonlySet<string>,
): Promise<TentForPull[]> {
  const unsent = new Map(resultsByTent(await listUnsent(tx)).map((tent) => [tent.tentId, tent]))
  const lately = startedAt.getTime() - sentLatelyMs
  const latest = now.getTime() + clockSkewMs
  const isLately = (at: number) => at > lately && at <= latest
  return (await listKnownTents(tx)).map(({ sentAt, ...tent }) => {
    const waiting = unsent.get(tent.id) ?? { results: [], givenUp: [] }
    const wasLately = sentAt !== null && isLately(sentAt.getTime())
    return { ...tent, waiting, isHeld: held.has(tent.id) || wasLately }
  })
}

function fieldsOf(names: readonly string[]): Set<RosterField> {
  return new Set(rosterColumns.flatMap(([field, name]) => (names.includes(name) ? [field] : [])))
}
