import type { Season, SeasonRules, seasonApi } from '../../shared/season/contract.ts'
import { seasonProblems } from '../../shared/season/problems.ts'
import { sqlState, uniqueViolation } from '../db/database.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Write } from '../http/write.ts'
import { insertAuditEvent } from '../record/store.ts'
import { graceOf } from './grace.ts'
import { nowOf, type ReadSeason, readSeasonFacts, type SeasonFacts } from './reader.ts'
import {
  findRules,
  findRulesOf,
  insertGrace,
  insertRules,
  listVersions,
  updateGraceEnded,
} from './store.ts'

/** The next version of the rules, of the fields that rules have and no others. */
function nextRules({ version, ...given }: SeasonRules): SeasonRules {
  const [problem] = seasonProblems({ version, ...given })
  if (problem !== undefined) {
    throw new Refusal('seasonInvalid', { text: `${problem.field} ${problem.text}.` })
  }
  return {
    version: version + 1,
    name: given.name,
    inSeason: given.inSeason,
    timeZone: given.timeZone,
    periods: given.periods.map(({ name, from, day, night }) => ({ name, from, day, night })),
    ends: given.ends,
    nights: given.nights.map(({ days, from, to }) => ({ days, from, to })),
    tentNumbersWin: given.tentNumbersWin,
    graceMinutes: given.graceMinutes,
    missesAllowed: given.missesAllowed,
    calls: given.calls,
    closingMinutes: given.closingMinutes,
    disputeHours: given.disputeHours,
  }
}

export function seasonRoutes(
  ctx: ReadContext,
  readSeason: ReadSeason,
): Handlers<keyof typeof seasonApi> {
  const seasonOf = (facts: SeasonFacts): Season => ({
    ...facts.rules,
    now: nowOf(facts, ctx.now()),
  })

  async function save(netID: string, asked: SeasonRules, write: Write): Promise<Season> {
    return write(async (tx) => {
      const rules = nextRules(asked)
      const { version } = await findRules(tx)
      if (version !== asked.version) throw new Refusal('seasonChanged')
      const now = ctx.now()
      await insertRules(tx, rules, netID, now)
      const event = { netID, version: rules.version, name: rules.name }
      await insertAuditEvent(tx, now, { kind: 'seasonSaved', ...event })
      return seasonOf(await readSeasonFacts(tx, now))
    })
  }

  return {
    async getSeason() {
      return seasonOf(await readSeason())
    },

    async saveSeason({ session, body, write }) {
      try {
        return await save(session.user.netID, body, write)
      } catch (error) {
        // Of two who save the same version at the same moment, the database takes one.
        if (sqlState(error) === uniqueViolation) throw new Refusal('seasonChanged')
        throw error
      }
    },

    async listSeasonVersions() {
      return { versions: await ctx.db.read(listVersions) }
    },

    async getSeasonVersion({ params }) {
      const rules = await ctx.db.read((reader) => findRulesOf(reader, params.version))
      if (rules === undefined) throw new Refusal('unknownSeasonVersion')
      return rules
    },

    async listGraces() {
      const { declared } = await readSeason()
      const now = ctx.now().getTime()
      return { graces: declared.filter(({ until }) => Date.parse(until) > now) }
    },

    async declareGrace({ session, body, write }) {
      const id = ctx.newId()
      const { netID } = session.user
      await write(async (tx) => {
        const now = ctx.now()
        const grace = graceOf(body, now)
        await insertGrace(tx, { id, ...grace, declaredBy: netID, declaredAt: now })
        const { from, until, reason } = grace
        await insertAuditEvent(tx, now, {
          kind: 'graceDeclared',
          netID,
          from: from.toISOString(),
          until: until.toISOString(),
          reason,
        })
      })
      return { ok: true, id }
    },

    async endGrace({ session, params, write }) {
      const { netID } = session.user
      await write(async (tx) => {
        const now = ctx.now()
        const outcome = await updateGraceEnded(tx, params.id, netID, now)
        if (outcome === 'unknown') throw new Refusal('unknownGrace')
        if (outcome === 'over') return
        const { id: _, ...grace } = outcome.ended
        await insertAuditEvent(tx, now, { kind: 'graceEnded', netID, ...grace })
      })
      return { ok: true }
    },
  }
}
