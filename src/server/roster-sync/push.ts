import { groupedBy } from '../../shared/grouped.ts'
import type { AirtableClient, OpenTable, Patience } from '../airtable/client.ts'
import { AirtableFailure, unknownColumn } from '../airtable/failure.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { pushNeeded } from '../push/needed.ts'
import { findAirtable } from '../settings/airtable-config.ts'
import { findEpoch, updateEpoch } from '../tent-check/ledger/store.ts'
import { lockTents, noteSent } from '../tents/store.ts'
import { inTurn, nextBatch, putOff, refused, type WaitingTent, wordsBefore } from './batch.ts'
import { failureText, withKnownColumns } from './columns.ts'
import { type AwayColumns, needsReading, planWrite, resultColumns } from './push-plan.ts'
import type { WritePlan } from './record-change.ts'
import { type ReadRecord, readRecord } from './records.ts'
import { awaitedColumns, findState, heldTents, isSetBack, updateState } from './state.ts'
import {
  listQueue,
  type QueuedResult,
  removeArrived,
  removeSettled,
  updateFailed,
  updateNumbersArrived,
  updatePlanned,
} from './store.ts'
import { underWayMs } from './under-way.ts'

type Pushing = Pick<Context, 'db' | 'newId' | 'now'>

/** Results of one tent. */
type OfTent = { tentId: string; results: readonly QueuedResult[] }
/** `plannedAt`: right after its record was read, if it had to be. */
type Planned = OfTent & { fields: Record<string, unknown>; plan: WritePlan; plannedAt: Date }

/** A write that came from a read of longer ago would undo what people changed since. */
const plannedForMs = 15_000

/** Another server has planned the same results since they were read, and will send them. */
class PlannedElsewhere extends Error {}

/** Called with results that left the queue. */
type Note = (results: readonly QueuedResult[]) => void

/** The outcome of an attempt: nothing to send, sent, or Airtable is not available. */
export type Push = 'idle' | 'sent' | 'failed'

/**
 * Sends results that are due to Airtable, of up to 10 tents. If a write depends on the record, the
 * record is read just before. Each plan is stored before it is sent, so that after a lost answer the
 * record shows whether the write arrived; if not, it is planned again. A plan is stored only if the
 * results have not changed since they were read, and sent only if it is still the stored one when
 * its turn comes: so two servers that both believe they hold the worker's lock never send the same
 * result. `look`: checks whether the database went back in time; if it did, nothing is sent before a
 * pull. `left`: results that left the queue on this server; if one waits again, the database went
 * back, even if the ledger lost nothing.
 */
export async function pushResults(
  ctx: Pushing & Pick<Context, 'secretKey'>,
  openTable: OpenTable,
  patience: Patience,
  look: () => Promise<void>,
  left: Set<string>,
): Promise<Push> {
  const queue = await ctx.db.read(listQueue)
  if (queue.length === 0) return 'idle'
  const state = await ctx.db.read(findState)
  // With the epoch, because a ledger that went back in time uses the same numbers again.
  const keyOf = ({ checkId, number }: QueuedResult) => `${state.epoch} ${checkId} ${number}`
  const note: Note = (results) => {
    for (const result of results) left.add(keyOf(result))
  }
  if (queue.some((result) => left.has(keyOf(result)))) {
    left.clear()
    // If the ledger has seen it as well, a pull may have compared the tents already: once is enough.
    await ctx.db.transaction(async (tx) => {
      await updateEpoch(tx, state.epoch ?? (await findEpoch(tx)), ctx.newId())
    })
    return 'idle'
  }
  const held = heldTents(state)
  const batch = nextBatch(
    queue.filter(({ tentId }) => !held.has(tentId)),
    ctx.now(),
  )
  if (batch.length === 0) return 'idle'
  await look()
  const table = await ctx.db.read((reader) => findAirtable(reader, ctx))
  if (table === null || table.apiKey === '') return 'idle'
  const client = openTable(table, patience)
  if (await ctx.db.read((reader) => isSetBack(reader, state))) return 'idle'
  try {
    const { records, missing } = await readRecords(client, batch, state.missingColumns)
    const awaited = awaitedColumns({ missingColumns: missing, neverHad: state.neverHad })
    const away = { missing: new Set(missing), awaited: new Set(awaited) }
    return await send(ctx, client, await keepPlans(ctx, batch, records, away, note), note)
  } catch (error) {
    if (error instanceof PlannedElsewhere) return 'idle'
    if (!(error instanceof AirtableFailure)) throw error
    return keepFailure(ctx, batch, error, { wasSent: false })
  }
}

/**
 * Reads the records that plans depend on. `wereMissing`: columns that the table lacked when last
 * asked. Since then they may be back, so they are asked for anew. Returns which are missing now.
 */
async function readRecords(
  client: AirtableClient,
  batch: readonly WaitingTent[],
  wereMissing: readonly string[],
): Promise<{ records: Map<string, ReadRecord>; missing: string[] }> {
  const ids = batch.flatMap(({ tentId, results }) => (needsReading(results) ? [tentId] : []))
  const ask = async (columns: readonly string[]) => {
    if (ids.length > 0) return client.readRecords(ids, columns)
    await client.readOne(columns)
    return []
  }
  const isInDoubt = resultColumns.some((name) => wereMissing.includes(name))
  if (ids.length === 0 && !isInDoubt) return { records: new Map(), missing: [] }
  const { answer, missing } = isInDoubt
    ? await withKnownColumns(ask, resultColumns)
    : { answer: await ask(resultColumns), missing: [] }
  return { records: new Map(answer.map((record) => [record.id, readRecord(record)])), missing }
}

async function keepPlans(
  ctx: Pushing,
  batch: readonly WaitingTent[],
  records: ReadonlyMap<string, ReadRecord>,
  away: AwayColumns,
  note: Note,
): Promise<Planned[]> {
  const now = ctx.now()
  const plans = batch.map((tent) => {
    const { tentId } = tent
    return { tentId, ...planWrite(tent, records.get(tentId) ?? null, away) }
  })
  const asTheyAre = plans.filter(({ settled, inPart }) => settled.length + inPart.length > 0)
  const planned: Planned[] = []
  await ctx.db.transaction(async (tx) => {
    // Tents before results, as a pull locks them.
    await noteSent(tx, idsOf(asTheyAre), now)
    for (const { tentId, settled, inPart, next } of plans) {
      if (settled.length > 0) {
        if (!(await removeSettled(tx, settled))) throw new PlannedElsewhere()
        tx.afterCommit(() => note(settled))
      }
      if (inPart.length > 0) await updateNumbersArrived(tx, inPart)
      if (next === null) continue
      if ('failure' in next) {
        const { results, failure, mayHaveArrived } = next
        await tellRefused(ctx, tx, results, failure)
        await updateFailed(tx, results, refused(results, failure, mayHaveArrived, now))
      } else {
        planned.push(await hold(tx, { tentId, plannedAt: now, ...next }, now))
      }
    }
  })
  return planned
}

/** Stores a plan, so that no other server plans these results for as long as a request may take. */
async function hold(tx: Tx, planned: Planned, now: Date): Promise<Planned> {
  const dueAt = new Date(now.getTime() + underWayMs)
  const isHeld = await updatePlanned(tx, planned.results, planned.plan, dueAt)
  if (!isHeld) throw new PlannedElsewhere()
  return { ...planned, results: planned.results.map((result) => ({ ...result, dueAt })) }
}

/**
 * Sends plans. A refused batch is split until the bad record is alone; but if Airtable refuses two
 * alone in the words in which it refused the batch, the others are put off with them: the reason is
 * likely the key or a column. Of those refused before in the same words, one goes first.
 */
async function send(
  ctx: Pushing,
  client: AirtableClient,
  given: readonly Planned[],
  note: Note,
): Promise<Push> {
  let isAnyTaken = false

  async function together(planned: readonly Planned[]): Promise<void> {
    if (planned.length === 0) return
    const { held, failure } = await sendOnce(ctx, client, planned, note)
    if (failure === null) {
      isAnyTaken = true
    } else if (held.length === 1 || !isAboutOneRecord(failure)) {
      await keepFailure(ctx, held, failure, { wasSent: true })
    } else if (isAnyTaken) {
      const half = Math.ceil(held.length / 2)
      await together(held.slice(0, half))
      await together(held.slice(half))
    } else {
      await oneFirst(held, failureText(failure), 0)
    }
  }

  /** `refusedAlone`: how many in these words. */
  async function oneFirst(
    [first, ...others]: readonly Planned[],
    words: string,
    refusedAlone: number,
  ): Promise<void> {
    if (first === undefined) return
    const { held, failure } = await sendOnce(ctx, client, [first], note)
    const isSame = failure?.kind === 'refused' && failureText(failure) === words
    if (failure === null) {
      isAnyTaken = true
    } else {
      const tents = isSame && refusedAlone > 0 ? [...held, ...others] : held
      await keepFailure(ctx, tents, failure, { wasSent: true })
    }
    if (!isSame) await together(others)
    else if (refusedAlone === 0) await oneFirst(others, words, 1)
  }

  for (const [words, planned] of groupedBy(given, wordsBefore)) {
    if (words === null) await together(planned)
    else await oneFirst(inTurn(planned), words, 1)
  }
  return given.length === 0 || isAnyTaken ? 'sent' : 'failed'
}

/** One request. `held`: the plans as they are stored now; its failure is not stored yet. */
async function sendOnce(
  ctx: Pushing,
  client: AirtableClient,
  planned: readonly Planned[],
  note: Note,
): Promise<{ held: readonly Planned[]; failure: AirtableFailure | null }> {
  let held = planned
  try {
    const records = planned.map(({ tentId, fields }) => ({ id: tentId, fields }))
    await client.updateRecords(records, async (tx) => {
      // The request may have waited long for its turn.
      const now = ctx.now()
      const isOld = ({ results, plannedAt }: Planned) =>
        needsReading(results) && now.getTime() - plannedAt.getTime() > plannedForMs
      // Nothing is sent, and the next attempt reads anew.
      if (planned.some(isOld)) throw new AirtableFailure('limited', '', 'Airtable was busy.')
      const renewed: Planned[] = []
      for (const each of planned) renewed.push(await hold(tx, each, now))
      held = renewed
    })
  } catch (failure) {
    if (!(failure instanceof AirtableFailure)) throw failure
    return { held, failure }
  }
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    await noteSent(tx, idsOf(held), now)
    for (const { results, plan } of held) {
      const whole = await removeArrived(tx, results, plan, now)
      tx.afterCommit(() => note(whole))
    }
  })
  return { held, failure: null }
}

/** May one bad record be the reason? Airtable's answer is the same if the whole table is wrong. */
function isAboutOneRecord(failure: AirtableFailure): boolean {
  return (
    failure.kind === 'refused' &&
    [403, 404, 422].includes(failure.status) &&
    unknownColumn(failure) === null
  )
}

async function keepFailure(
  ctx: Pushing,
  tents: readonly OfTent[],
  failure: AirtableFailure,
  { wasSent }: { wasSent: boolean },
): Promise<Push> {
  const now = ctx.now()
  const column = unknownColumn(failure)
  await ctx.db.transaction(async (tx) => {
    if (column !== null) {
      // A pull writes the state, too.
      await lockTents(tx)
      const { missingColumns } = await findState(tx)
      const missing = [...new Set([...missingColumns, column])]
      await updateState(tx, { missingColumns: missing }, now)
    }
    // It holds all tents, of which others may be tried the next time.
    if (failure.kind === 'spent') {
      const all = tents.flatMap(({ results }) => results)
      await tellRefused(ctx, tx, all, failureText(failure))
    }
    for (const { results } of tents) {
      const failed = putOff(results, failure, { wasSent }, now)
      if (failed.isRefused && failed.failure !== null) {
        await tellRefused(ctx, tx, results, failed.failure)
      }
      await updateFailed(tx, results, failed)
    }
  })
  return 'failed'
}

/** Super users hear of a refusal once, and again of another one. */
async function tellRefused(
  ctx: Pushing,
  tx: Tx,
  results: readonly QueuedResult[],
  failure: string,
): Promise<void> {
  if (results.every((result) => result.failure !== failure)) await pushNeeded(ctx, tx, 'result')
}

function idsOf(tents: readonly { tentId: string }[]): string[] {
  return tents.map(({ tentId }) => tentId)
}
