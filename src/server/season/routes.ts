import type { Season, seasonApi } from '../../shared/season/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { lowerCased } from '../db/lower-cased.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { insertPush } from '../push/store.ts'
import { graceOf } from './grace.ts'
import { nowOf, type ReadSeason, readSeasonFacts, type SeasonFacts } from './reader.ts'
import { saveRules } from './saving.ts'
import { findRulesOf, insertGrace, listVersions, updateGraceEnded } from './store.ts'

export function seasonRoutes(
  ctx: ReadContext,
  readSeason: ReadSeason,
): Handlers<keyof typeof seasonApi> {
  const seasonOf = (facts: SeasonFacts): Season => ({
    ...facts.rules,
    now: nowOf(facts, ctx.now()),
  })

  return {
    async getSeason() {
      return seasonOf(await readSeason())
    },

    saveSeason: ({ session, body, write }) =>
      write(async (tx) => {
        const now = ctx.now()
        await saveRules(tx, body, session.user.netID, now)
        return seasonOf(await readSeasonFacts(tx, now))
      }),

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
        const topic = `grace:${id}`
        const occasion = { kind: 'grace', topic, about: { graceId: id } } as const
        await insertPush(tx, { ...occasion, id: ctx.newId(), dueAt: now, goodUntil: until })
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
      const { id } = lowerCased(params, ['id'])
      const { netID } = session.user
      await write(async (tx) => {
        const now = ctx.now()
        const outcome = await updateGraceEnded(tx, id, netID, now)
        if (outcome === 'unknown') throw new Refusal('unknownGrace')
        if (outcome === 'over') return
        const { id: _id, ...grace } = outcome.ended
        await insertAuditEvent(tx, now, { kind: 'graceEnded', netID, ...grace })
      })
      return { ok: true }
    },
  }
}
