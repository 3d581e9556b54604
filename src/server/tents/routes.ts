import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import type { ListedTent, tentsApi } from '../../shared/tents/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { compareTents } from '../../shared/tents/order.ts'
import { ownForm, publicForm } from '../../shared/tents/views.ts'
import { changeLimit } from '../accounts/limit-table.ts'
import type { Limits } from '../accounts/limits.ts'
import { listEnabledAccounts } from '../accounts/store.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { sha256 } from '../context.ts'
import { cached } from '../db/cached.ts'
import { Shared } from '../http/answer.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { isAirtableConfigured } from '../settings/airtable-config.ts'
import { captainedTentsFinder } from './captain-of.ts'
import { demoSeason } from './demo-season.ts'
import { netIDsOfAccountsIn } from './known-net-ids.ts'
import { memberTentsFinder, ownTentFinder } from './own-tent.ts'
import { changesOf, firstOfEachKind } from './roster-changes.ts'
import { writeRosterCsv } from './roster-csv.ts'
import { editRoster } from './roster-edit.ts'
import { type FileOutcome, withRosterFile } from './roster-file.ts'
import { countsOf, importRoster, previewRoster, recordImport } from './roster-import.ts'
import type { ImportPlan } from './roster-plan.ts'
import { listKnownTents, listTents, lockTents } from './store.ts'
import { netIDsOfViewers, viewerKeys, viewersByTent } from './viewers.ts'

/** A file may be wrong in every line; nobody reads more than this. */
const problemsShown = 100
const changesShown = 200

/** The plan of a file, or a refusal with its problems. */
function planOf(outcome: FileOutcome): ImportPlan {
  if ('plan' in outcome) return outcome.plan
  const problems = outcome.problems.slice(0, problemsShown)
  const facts = { problems, problemCount: outcome.problems.length, ...warningsOf(outcome) }
  throw new Refusal('rosterRefused', { facts })
}

function warningsOf({ warnings }: FileOutcome) {
  return { warnings: warnings.slice(0, problemsShown), warningCount: warnings.length }
}

/** Of what a preview says, in whole texts; a new tent's id is made anew for the import. */
function hashOf(plan: ImportPlan): string {
  const changes = changesOf(plan, Infinity).map(({ id: _, ...change }) => change)
  return sha256(JSON.stringify(changes))
}

export function tentsRoutes(ctx: ReadContext, limits: Limits): Handlers<keyof typeof tentsApi> {
  const readTents = cached(ctx, async () => {
    const { tents, monitors } = await ctx.db.read(async (reader) => {
      const tents = await listTents(reader)
      const lastMissLMs = tents.map(({ lastMissLM }) => lastMissLM)
      return { tents, monitors: await netIDsOfAccountsIn(reader, lastMissLMs) }
    })
    return {
      whole: new Shared(tents),
      forVisitors: new Shared(tents.map(publicForm)),
      netIDs: new Set([...netIDsOf(tents), ...monitors]),
      ownTentOf: ownTentFinder(ctx.config, tents),
      memberTentsOf: memberTentsFinder(ctx.config, tents),
      captainedBy: captainedTentsFinder(ctx.config, tents),
    }
  })
  const readViewers = cached(ctx, async () => {
    const tents = (await readTents()).whole.value
    const netIDs = netIDsOfViewers(ctx.config, tents)
    const accounts = await ctx.db.read((reader) => listEnabledAccounts(reader, netIDs))
    return viewersByTent(ctx.config, tents, accounts)
  })

  const keyOf = viewerKeys(ctx.secretKey)

  async function viewersOf(tentId: string, user: User) {
    const all = (await readViewers()).get(tentId) ?? []
    const others = all.filter(({ netID }) => netID !== user.netID)
    return others.map((viewer) => ({ ...viewer, key: keyOf(viewer.netID) }))
  }

  return {
    async listTents({ session }) {
      const { whole, forVisitors, netIDs, ownTentOf, memberTentsOf, captainedBy } =
        await readTents()
      const user = session?.user ?? null
      const isMonitor = can(user, 'lineMonitor')
      const others = isMonitor ? whole : forVisitors
      if (user === null) return others
      const own = ownTentOf(user)
      const captained = new Set(captainedBy(user).map(({ id }) => id))
      // Whoever is a member of one has an own one.
      if (own === undefined && captained.size === 0) return others
      const further = memberTentsOf(user).filter((tent) => tent !== own)
      const furtherIds = new Set(further.map(({ id }) => id))
      const shown: ListedTent | undefined = own && {
        ...(isMonitor ? own : ownForm(own, user.netID, netIDs)),
        seenBy: (await viewersOf(own.id, user)).map(({ netID: _, ...seen }) => seen),
      }
      return others.value.map((other) => {
        const tent = other.id === shown?.id ? shown : other
        return {
          ...tent,
          ...(captained.has(tent.id) && { isCaptain: true as const }),
          ...(furtherIds.has(tent.id) && { isMember: true as const }),
        }
      })
    },

    async reportStranger({ session: { user }, body, address, aside, write }) {
      const own = (await readTents()).ownTentOf(user)
      const strangers = own === undefined ? [] : await viewersOf(own.id, user)
      const [stranger, ...others] = strangers.filter(
        ({ name, since, key }) =>
          name === body.name && since === body.since && key === (body.key ?? key),
      )
      if (own === undefined || stranger === undefined || others.length > 0) {
        throw new Refusal('notInYourTent')
      }
      const asker = { account: user.netID, address }
      await aside(() => limits.pass(asker, changeLimit('stranger', user.netID)))
      const event = { netID: user.netID, about: stranger.netID, tentId: own.id }
      await write((tx) =>
        insertAuditEvent(tx, ctx.now(), {
          kind: 'strangerReported',
          ...event,
          tent: tentLabel(own),
        }),
      )
      return { ok: true }
    },

    async exportRoster({ reply }) {
      reply.header('content-disposition', 'attachment; filename="roster.csv"')
      return writeRosterCsv(await ctx.db.read(listTents))
    },

    async previewRoster({ body }) {
      const settings = { results: body.results === true }
      const outcome = await ctx.db.read((reader) =>
        withRosterFile(reader, body.csv, settings, (rows) =>
          previewRoster(ctx, reader, rows, settings),
        ),
      )
      const plan = planOf(outcome)
      const changes = firstOfEachKind(changesOf(plan), changesShown)
        .sort(compareTents)
        // One that is to come has no record yet.
        .map(({ id, ...change }) => (change.kind === 'added' ? change : { id, ...change }))
      return { ...countsOf(plan), changes, ...warningsOf(outcome), hash: hashOf(plan) }
    },

    async importRoster({ session, body, write }) {
      const settings = { results: body.results === true }
      return write(async (tx) => {
        await lockTents(tx)
        const outcome = await withRosterFile(tx, body.csv, settings, (rows) =>
          importRoster(ctx, tx, rows, settings),
        )
        const plan = planOf(outcome)
        if (body.hash !== undefined && body.hash !== hashOf(plan))
          throw new Refusal('rosterChanged')
        const { netID } = session.user
        await recordImport(ctx, tx, { kind: 'rosterImported', netID }, plan)
        return countsOf(plan)
      })
    },

    async editRoster({ session, body, write }) {
      return write(async (tx) => ({
        changes: await editRoster(ctx, tx, session.user.netID, body.edits),
      }))
    },

    async loadDemoSeason({ session, write }) {
      return write(async (tx) => {
        await lockTents(tx)
        if (await isAirtableConfigured(tx)) throw new Refusal('rosterFromAirtable')
        // Retired tents count: demo data must not mix with the history of a real season.
        if ((await listKnownTents(tx)).length > 0) throw new Refusal('rosterNotEmpty')
        const counts = countsOf(await importRoster(ctx, tx, demoSeason(), { results: true }))
        const event = { netID: session.user.netID, tents: counts.added }
        await insertAuditEvent(tx, ctx.now(), { kind: 'demoLoaded', ...event })
        return counts
      })
    },
  }
}
