import { can } from '../../shared/access.ts'
import type { checkHistoryApi } from '../../shared/check-history/contract.ts'
import { listNames } from '../accounts/store.ts'
import { cached } from '../db/cached.ts'
import { lowerCased } from '../db/lower-cased.ts'
import { tentsToRead } from '../disputes/rules.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import { timeField } from '../http/time-field.ts'
import { nowOf, type ReadSeason } from '../season/reader.ts'
import { findRules } from '../season/store.ts'
import { correct } from '../tent-check/ledger/commands/correct.ts'
import type { Ledger } from '../tent-check/ledger/ledger.ts'
import { memberTentsFinder, ownTentFinder, requireProof } from '../tents/own-tent.ts'
import { listTents, listTentsWithMembers } from '../tents/store.ts'
import { readOwnTentNow } from './own-tent-now.ts'
import {
  readClosedSeasons,
  readCorrected,
  readDisputedCheck,
  readTentRecord,
  readWhole,
  requireCheck,
} from './reads.ts'
import { writeResultsCsv } from './results-csv.ts'
import { statisticsOf } from './statistics.ts'
import { findTentEver, listCheckFacts, listFactsBetween } from './store.ts'
import { peopleIn, summaryOf } from './summaries.ts'

/** How many checks a page has by default. */
const checksOnPage = 30

export function checkHistoryRoutes(
  ctx: ReadContext,
  ledger: Pick<Ledger, 'run' | 'look'>,
  readSeason: ReadSeason,
): Handlers<keyof typeof checkHistoryApi> {
  const readOwnTents = cached(ctx, async () =>
    ownTentFinder(ctx.config, await ctx.db.read(listTents)),
  )
  const readTentsWithMembers = cached(ctx, async () => {
    const tents = await ctx.db.read(listTentsWithMembers)
    return { tents, ownTentOf: ownTentFinder(ctx.config, tents) }
  })

  /** The id of the check that is on, if a program asks: programs read only past checks. */
  const hiddenFrom = async (session: NonNullable<Session>): Promise<string | null> =>
    session.isScript === true ? ((await ledger.look()).running?.id ?? null) : null

  return {
    async now({ session: { user } }) {
      const look = await ledger.look()
      // Of one that cannot be read the tent check says nothing either.
      const running = look.running?.isUnreadable ? null : look.running
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
      if (before === hidden) throw new Refusal('unknownCheck')
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
      return ctx.db.read((reader) => readDisputedCheck(ctx, reader, id))
    },

    async exportCheck({ session, params, reply }) {
      const { id } = lowerCased(params, ['id'])
      if (id === (await hiddenFrom(session))) throw new Refusal('unknownCheck')
      const { startedAt, tents } = await ctx.db.read((reader) => readWhole(ctx, reader, id))
      const name = `results-${startedAt.slice(0, 16).replace(':', '')}Z-${id.slice(0, 8)}.csv`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return writeResultsCsv(tents)
    },

    async checkStatistics({ query }) {
      const timeOf = (field: 'from' | 'to') =>
        query[field] === undefined ? null : timeField('timeInvalid', field, query[field])
      const [from, to] = [timeOf('from'), timeOf('to')]
      if (from !== null && to !== null && from > to) throw new Refusal('timesInvalid')
      return ctx.db.read(async (reader) => {
        const checks = await listFactsBetween(reader, from, to)
        const people = await listNames(reader, peopleIn(checks))
        const { timeZone } = await findRules(reader)
        return statisticsOf(checks, people, timeZone)
      })
    },

    async closedSeasons() {
      return { seasons: await ctx.db.read(readClosedSeasons) }
    },

    async tentRecord({ session: { user }, params }) {
      requireProof(ctx.config, user)
      const { tents, ownTentOf } = await readTentsWithMembers()
      return ctx.db.read(async (reader) => {
        const tent = await findTentEver(reader, params.id)
        if (tent === null) throw new Refusal('unknownTentRecord')
        const isMonitor = can(user, 'lineMonitor')
        const isTheirs = tentsToRead(ctx.config, tents, user, ownTentOf(user)).has(tent.id)
        if (!isMonitor && !isTheirs) throw new Refusal('notYourTent')
        // Whoever still has to prove their netID is told so when they dispute.
        const itself = tents.filter(({ id }) => id === tent.id)
        const mayDispute =
          memberTentsFinder(ctx.config, itself)({ ...user, isConfirmed: true }).length > 0
        const as = { isMonitor, netID: user.netID, notDisputable: isTheirs && !mayDispute }
        return readTentRecord(reader, tent, as, ctx.now())
      })
    },
  }
}
