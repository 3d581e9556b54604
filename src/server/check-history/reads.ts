import type {
  CheckLine,
  ClosedSeason,
  Disputed,
  WholeCheck,
} from '../../shared/check-history/contract.ts'
import { listNames } from '../accounts/store.ts'
import type { Reader } from '../db/database.ts'
import { type DisputeRow, listDisputes } from '../disputes/store.ts'
import type { ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { findRules } from '../season/store.ts'
import type { CheckEvent } from '../tent-check/ledger/events.ts'
import { readableCheck } from '../tent-check/ledger/readable-check.ts'
import { listChecks, listEvents, listEventsOfTents } from '../tent-check/ledger/store.ts'
import { knownNetIDs } from '../tents/known-net-ids.ts'
import { listTypesEver } from '../tents/store.ts'
import { closedSeasonOf } from './closed-seasons.ts'
import { linesOf, type Names } from './lines.ts'
import {
  listChecksOfTent,
  listExcluded,
  listFactsOfSeason,
  listSeasonEnds,
  listTentLabels,
  type TentEver,
} from './store.ts'
import { missesNow, type RecordReader, recordedChecks } from './tent-record.ts'
import { wholeCheckOf } from './whole-check.ts'

/** Past closed seasons, the newest first. */
export async function readClosedSeasons(reader: Reader): Promise<ClosedSeason[]> {
  const types = await listTypesEver(reader)
  const seasons: ClosedSeason[] = []
  let after = 0
  for (const end of await listSeasonEnds(reader)) {
    const checks = await listFactsOfSeason(reader, { after, upTo: end.lastSequence })
    seasons.unshift(closedSeasonOf(end, checks, (id) => end.types?.[id] ?? types.get(id) ?? ''))
    after = end.lastSequence
  }
  return seasons
}

/** A whole check; each tent with the dispute about it, if there is one. */
export async function readDisputedCheck(
  ctx: Pick<ReadContext, 'log'>,
  reader: Reader,
  id: string,
): Promise<WholeCheck> {
  const whole = await readWhole(ctx, reader, id)
  const disputes = await listDisputes(reader, { checkId: id })
  const byTent = new Map(disputes.map((dispute) => [dispute.tentIdNow, dispute]))
  return { ...whole, tents: whole.tents.map((line) => disputed(line, byTent.get(line.id))) }
}

/** A tent's record, as a line monitor reads it or as this member of the tent does. */
export async function readTentRecord(
  reader: Reader,
  { id, order, name, ids, numberOfMisses }: TentEver,
  as: { isMonitor: boolean; netID: string; notDisputable: boolean },
  now: Date,
) {
  const { isMonitor, netID, notDisputable } = as
  // First: a check that ends before its events are read is still running here, and is left out.
  const listed = await listChecksOfTent(reader, ids, { andRunning: true })
  const events = await listEventsOfTents(reader, ids)
  // People who left the roster may still be named in old checks.
  const readBy: RecordReader = isMonitor
    ? { as: 'lineMonitor', people: await readPeople(reader, events) }
    : { as: 'member', netID, netIDs: await knownNetIDs(reader, [events, listed]) }
  const rules = await findRules(reader)
  const excluded = await listExcluded(
    reader,
    listed.map(({ checkId }) => checkId),
  )
  const all = recordedChecks(listed, events, readBy, now, excluded)
  const running = listed.find(({ endedAt }) => endedAt === null)
  const over = all.filter(({ checkId }) => checkId !== running?.checkId)
  const checks = notDisputable
    ? over.map((check) => ({ ...check, disputableUntil: null, notDisputable: true as const }))
    : over
  const record = { tent: { id, order, name }, standing: missesNow(over, rules, now) }
  if (!isMonitor) return { ...record, checks }
  const disputes = await listDisputes(reader, { tentIds: [id] })
  const byCheck = new Map(disputes.map((dispute) => [dispute.checkId, dispute]))
  return {
    ...record,
    numberOfMisses,
    // The column has the Misses of the check that is on already, and those of a closed season no more.
    explained: {
      least: missesNow(all, rules, now).misses,
      most: all.filter(({ outcome, seasonClosed }) => outcome === 'miss' && !seasonClosed).length,
    },
    checks: checks.map((check) => disputed(check, byCheck.get(check.checkId))),
  }
}

/** Refuses an id of no check. */
export async function requireCheck(reader: Reader, id: string) {
  const [row] = await listChecks(reader, [id])
  if (row === undefined) throw new Refusal('unknownCheck')
  return row
}

/** A whole check, without disputes. */
export async function readWhole(
  ctx: Pick<ReadContext, 'log'>,
  reader: Reader,
  id: string,
): Promise<WholeCheck> {
  const row = await requireCheck(reader, id)
  const events = await listEvents(reader, id, 1)
  const state = readableCheck(ctx, id, null, events)
  return wholeCheckOf(row, state, events, await readNames(reader, events, row.startedBy))
}

/** The tent's line as it was when this correction was the last event. */
export async function readCorrected(
  reader: Reader,
  checkId: string,
  number: number,
): Promise<CheckLine> {
  const events = (await listEvents(reader, checkId, 1)).slice(0, number)
  const corrected = events.at(-1)
  const tents = tentsOf(events).filter(
    ({ id }) => corrected?.kind === 'corrected' && id === corrected.tentId,
  )
  const [line] = linesOf(tents, events, await readNames(reader, events))
  if (line === undefined) throw new Refusal('notInThatCheck')
  return line
}

function tentsOf([started]: readonly CheckEvent[]) {
  return started?.kind === 'started' && Array.isArray(started.tents) ? started.tents : []
}

async function readNames(
  reader: Reader,
  events: readonly CheckEvent[],
  ...netIDs: string[]
): Promise<Names> {
  const ids = tentsOf(events).map(({ id }) => id)
  return {
    people: await readPeople(reader, events, netIDs),
    tents: await listTentLabels(reader, ids),
  }
}

function readPeople(reader: Reader, events: readonly CheckEvent[], netIDs: readonly string[] = []) {
  return listNames(reader, [...netIDs, ...events.flatMap(({ netID }) => netID ?? [])])
}

/** A line of a check or of a record, with the dispute about it. */
function disputed<Line extends { dispute?: Disputed }>(
  line: Line,
  dispute: DisputeRow | undefined,
): Line {
  if (dispute === undefined) return line
  const { id, answeredAt, filedBy } = dispute
  const isAnswered = answeredAt !== null
  return { ...line, dispute: { id, isAnswered, isWaiting: !isAnswered && filedBy !== null } }
}
