import { can } from '../../shared/access.ts'
import type {
  CheckLine,
  ClosedSeason,
  checkHistoryApi,
  Disputed,
  WholeCheck,
} from '../../shared/check-history/contract.ts'
import { instantIn } from '../../shared/instant.ts'
import { listNames } from '../accounts/store.ts'
import { cached } from '../db/cached.ts'
import type { Reader } from '../db/database.ts'
import { lowerCased } from '../db/lower-cased.ts'
import { tentsToSpeakFor } from '../disputes/rules.ts'
import { type DisputeRow, listDisputes } from '../disputes/store.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import { nowOf, type ReadSeason } from '../season/reader.ts'
import { findRules } from '../season/store.ts'
import { correct } from '../tent-check/ledger/commands/correct.ts'
import type { CheckEvent } from '../tent-check/ledger/events.ts'
import type { Ledger } from '../tent-check/ledger/ledger.ts'
import { readableCheck } from '../tent-check/ledger/readable-check.ts'
import { listChecks, listEvents, listEventsOfTents } from '../tent-check/ledger/store.ts'
import { knownNetIDs } from '../tents/known-net-ids.ts'
import { ownTentFinder, requireProof } from '../tents/own-tent.ts'
import { listTents } from '../tents/store.ts'
import { closedSeasonOf } from './closed-seasons.ts'
import { missesExplained } from './explained-misses.ts'
import { linesOf, type Names } from './lines.ts'
import { readOwnTentNow } from './own-tent-now.ts'
import { writeResultsCsv } from './results-csv.ts'
import { statisticsOf } from './statistics.ts'
import {
  findTentEver,
  listCheckFacts,
  listChecksOfTent,
  listFactsBetween,
  listFactsOfSeason,
  listSeasonEnds,
  listTentLabels,
  listTypesEver,
} from './store.ts'
import { peopleIn, summaryOf } from './summaries.ts'
import { type RecordReader, recordedChecks, standingNow } from './tent-record.ts'
import { wholeCheckOf } from './whole-check.ts'

/** How many checks a page has by default. */
const checksOnPage = 30

export function checkHistoryRoutes(
  ctx: ReadContext,
  ledger: Pick<Ledger, 'run' | 'look'>,
  readSeason: ReadSeason,
): Handlers<keyof typeof checkHistoryApi> {
  const readTents = cached(ctx, () => ctx.db.read(listTents))
  const readOwnTents = cached(ctx, async () => ownTentFinder(ctx.config, await readTents()))

  /** The check that is on, where a program asks: it reads past ones alone. */
  const hiddenFrom = async (session: NonNullable<Session>): Promise<string | null> =>
    session.isScript === true ? ((await ledger.look()).running?.id ?? null) : null

  return {
    async now({ session: { user } }) {
      const { running } = await ledger.look()
      const [season, ownTentOf] = [await readSeason(), await readOwnTents()]
      const now = ctx.now()
      const own = ownTentOf(user)
      const facts = { rules: season.rules, running, now }
      return {
        ...nowOf(season, now),
        check: running && { checkId: running.id, startedAt: running.startedAt },
        tent: own ? await ctx.db.read((reader) => readOwnTentNow(reader, own, facts)) : null,
      }
    },

    async correctTent({ session, params, body }) {
      const { checkId } = lowerCased(params, ['checkId'])
      const args = { ...lowerCased(body, ['correctionId']), checkId }
      const { number } = await ledger.run(correct, args, session)
      const tent = await ctx.db.read((reader) => readCorrected(reader, checkId, number))
      return { ok: true, tent }
    },

    async listChecks({ session, query }) {
      const hidden = await hiddenFrom(session)
      const { before, limit = checksOnPage } = lowerCased(query, ['before'])
      return ctx.db.read(async (reader) => {
        if (before !== undefined) await requireCheck(reader, before)
        const all = await listCheckFacts(reader, before ?? null, limit + 2)
        const found = all.filter(({ row }) => row.id !== hidden)
        const shown = found.slice(0, limit)
        const people = await listNames(reader, peopleIn(shown))
        return {
          checks: shown.map((check) => summaryOf(check, people)),
          more: found.length > limit,
        }
      })
    },

    async getCheck({ session, params }) {
      const { id } = lowerCased(params, ['id'])
      if (id === (await hiddenFrom(session))) throw new Refusal('unknownCheck')
      return ctx.db.read(async (reader) => {
        const whole = await readWhole(ctx, reader, id)
        const disputes = await listDisputes(reader, { checkId: id })
        const byTent = new Map(disputes.map((dispute) => [dispute.tentIdNow, dispute]))
        return { ...whole, tents: whole.tents.map((line) => disputed(line, byTent.get(line.id))) }
      })
    },

    async exportCheck({ session, params, reply }) {
      const { id } = lowerCased(params, ['id'])
      if (id === (await hiddenFrom(session))) throw new Refusal('unknownCheck')
      const { tents } = await ctx.db.read((reader) => readWhole(ctx, reader, id))
      reply.header('content-disposition', 'attachment; filename="results.csv"')
      return writeResultsCsv(tents)
    },

    async checkStatistics({ query }) {
      const [from, to] = [timeIn(query.from), timeIn(query.to)]
      if (from !== null && to !== null && from > to) throw new Refusal('timesInvalid')
      return ctx.db.read(async (reader) => {
        const checks = await listFactsBetween(reader, from, to)
        const people = await listNames(reader, peopleIn(checks))
        const { timeZone } = await findRules(reader)
        return statisticsOf(checks, people, timeZone)
      })
    },

    async closedSeasons() {
      return ctx.db.read(async (reader) => {
        const types = await listTypesEver(reader)
        const seasons: ClosedSeason[] = []
        let after = 0
        for (const end of await listSeasonEnds(reader)) {
          const checks = await listFactsOfSeason(reader, { after, upTo: end.lastSequence })
          seasons.unshift(closedSeasonOf(end, checks, (id) => types.get(id) ?? ''))
          after = end.lastSequence
        }
        return { seasons }
      })
    },

    async tentRecord({ session: { user }, params }) {
      requireProof(ctx.config, user)
      const [tents, ownTentOf] = [await readTents(), await readOwnTents()]
      return ctx.db.read(async (reader) => {
        const tent = await findTentEver(reader, params.id)
        if (tent === null) throw new Refusal('unknownTentRecord')
        const { id, order, name, ids, numberOfMisses } = tent
        const isMonitor = can(user, 'lineMonitor')
        // Matched by a name, one's own tent may be another than those that one speaks for.
        const theirs = [ownTentOf(user), ...tentsToSpeakFor(ctx.config, tents, user)]
        if (!isMonitor && !theirs.some((one) => one?.id === id)) throw new Refusal('notYourTent')
        const events = await listEventsOfTents(reader, ids)
        const listed = await listChecksOfTent(reader, ids, { andRunning: true })
        const over = listed.filter(({ endedAt }) => endedAt !== null)
        const { netID } = user
        // People who left the roster may still be named in old checks.
        const as: RecordReader = isMonitor
          ? { as: 'lineMonitor', people: await readPeople(reader, events) }
          : { as: 'member', netID, netIDs: await knownNetIDs(reader, [events, over]) }
        const [rules, now] = [await findRules(reader), ctx.now()]
        const checks = recordedChecks(over, events, as, now)
        const record = { tent: { id, order, name }, standing: standingNow(checks, rules, now) }
        if (!isMonitor) return { ...record, checks }
        const disputes = await listDisputes(reader, { tentIds: [id] })
        const byCheck = new Map(disputes.map((dispute) => [dispute.checkId, dispute]))
        return {
          ...record,
          numberOfMisses,
          explained: missesExplained(listed, events, rules, now),
          checks: checks.map((check) => disputed(check, byCheck.get(check.checkId))),
        }
      })
    },
  }
}

/** A line of a check or of a record, with the dispute about it. */
function disputed<Line extends { dispute?: Disputed }>(
  line: Line,
  dispute: DisputeRow | undefined,
): Line {
  if (dispute === undefined) return line
  return { ...line, dispute: { id: dispute.id, isAnswered: dispute.answeredAt !== null } }
}

function timeIn(text: string | undefined): Date | null {
  if (text === undefined) return null
  const time = instantIn(text)
  if (time === null) throw new Refusal('timeInvalid')
  return time
}

async function requireCheck(reader: Reader, id: string) {
  const [row] = await listChecks(reader, [id])
  if (row === undefined) throw new Refusal('unknownCheck')
  return row
}

async function readWhole(
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
async function readCorrected(reader: Reader, checkId: string, number: number): Promise<CheckLine> {
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
