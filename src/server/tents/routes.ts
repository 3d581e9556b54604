import { can } from '../../shared/access.ts'
import type { RosterCounts, RosterProblem, tentsApi } from '../../shared/tents/contract.ts'
import { findOwnTent } from '../../shared/tents/match.ts'
import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { ownForm, publicForm } from '../../shared/tents/views.ts'
import { cached } from '../db/cached.ts'
import { Shared } from '../http/answer.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { insertAuditEvent } from '../record/store.ts'
import { isAirtableConfigured } from '../settings/airtable-config.ts'
import { demoSeason } from './demo-season.ts'
import { writeRosterCsv } from './roster-csv.ts'
import { withRosterFile } from './roster-file.ts'
import { countsOf, importRoster, previewRoster, recordImport } from './roster-import.ts'
import type { ImportPlan } from './roster-plan.ts'
import { listKnownTents, listTents, lockTents } from './store.ts'

/** A file may be wrong in every line; nobody reads more than this at once. */
const problemsShown = 100

/** The counts of what a file does, or its refusal with what is wrong in it. */
function answerOf(outcome: { plan: ImportPlan } | { problems: RosterProblem[] }): RosterCounts {
  if ('plan' in outcome) return countsOf(outcome.plan)
  const problems = outcome.problems.slice(0, problemsShown)
  const facts = { problems, problemCount: outcome.problems.length }
  throw new Refusal('rosterRefused', { facts })
}

export function tentsRoutes(ctx: ReadContext): Handlers<keyof typeof tentsApi> {
  const readTents = cached(ctx, async () => {
    const tents = await ctx.db.read(listTents)
    return {
      whole: new Shared(tents),
      forVisitors: new Shared(tents.map(publicForm)),
      netIDs: netIDsOf(tents),
    }
  })

  return {
    async listTents({ session }) {
      const { whole, forVisitors, netIDs } = await readTents()
      const user = session?.user ?? null
      if (can(user, 'lineMonitor')) return whole
      const own = user === null ? undefined : findOwnTent(whole.value, user.netID)
      if (user === null || own === undefined) return forVisitors
      const shown = ownForm(own, user.netID, netIDs)
      return forVisitors.value.map((tent) => (tent.id === own.id ? shown : tent))
    },

    async exportRoster({ reply }) {
      reply.header('content-disposition', 'attachment; filename="roster.csv"')
      return writeRosterCsv(await ctx.db.read(listTents))
    },

    async previewRoster({ body }) {
      const settings = { results: body.results === true }
      return ctx.db.read(async (reader) =>
        answerOf(
          await withRosterFile(reader, body.csv, (rows) =>
            previewRoster(ctx, reader, rows, settings),
          ),
        ),
      )
    },

    async importRoster({ session, body, write }) {
      const settings = { results: body.results === true }
      return write(async (tx) => {
        const counts = answerOf(
          await withRosterFile(tx, body.csv, (rows) => importRoster(ctx, tx, rows, settings)),
        )
        await recordImport(ctx, tx, session.user.netID, counts)
        return counts
      })
    },

    async loadDemoSeason({ session, write }) {
      return write(async (tx) => {
        if (await isAirtableConfigured(tx)) throw new Refusal('rosterFromAirtable')
        await lockTents(tx)
        // Retired ones count: what is invented never mixes with the history of a real season.
        if ((await listKnownTents(tx)).length > 0) throw new Refusal('rosterNotEmpty')
        const counts = countsOf(await importRoster(ctx, tx, demoSeason(), { results: true }))
        const event = { netID: session.user.netID, tents: counts.added }
        await insertAuditEvent(tx, ctx.now(), { kind: 'demoLoaded', ...event })
        return counts
      })
    },
  }
}
