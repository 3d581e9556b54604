import { dayMs } from '../../shared/durations.ts'
import { localDayOf } from '../../shared/season/local-time.ts'
import type { shiftsApi } from '../../shared/shifts/contract.ts'
import { isDay, slotsOf } from '../../shared/shifts/slots.ts'
import { tentInSentence } from '../../shared/tents/label.ts'
import { readingsLimit } from '../accounts/limit-table.ts'
import type { Limits } from '../accounts/limits.ts'
import { sha256 } from '../context.ts'
import { batch } from '../db/batch.ts'
import { cached } from '../db/cached.ts'
import { lowerCased } from '../db/lower-cased.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { findRules } from '../season/store.ts'
import type { Ledger } from '../tent-check/ledger/ledger.ts'
import { captainOf } from '../tents/captain-of.ts'
import { membershipIn } from '../tents/own-tent.ts'
import { findTent, listIdsOf, listTents } from '../tents/store.ts'
import { changing } from './change.ts'
import { writeCalendar, writeShiftsCsv } from './exports.ts'
import type { Searches } from './jobs.ts'
import { listShiftActs } from './log/store.ts'
import { peopleCalls } from './people-calls.ts'
import { planCalls } from './plan-calls.ts'
import {
  heldShifts,
  isMember,
  type Planning,
  readAskedTent,
  readPlanning,
  requireMe,
  shiftText,
  shiftTexts,
} from './planning.ts'
import { Unreadable } from './reading/found.ts'
import { memberFinder } from './reading/member-finder.ts'
import { readFileOf } from './reading/read-file.ts'
import { inDays, jobShown, namesApart, readNames, shownShifts } from './shown.ts'
import { findShiftTent, listFeeds, listShifts } from './store.ts'
import { swapCalls } from './swap-calls.ts'
import { swapOptionsOf } from './swapping.ts'
import { listSwaps } from './swaps/store.ts'
import { requirePlanner } from './who.ts'

const daysShown = 7
const actsShown = 50
/** How far back a calendar goes. */
const fedSinceMs = 14 * dayMs

export function shiftsRoutes(
  ctx: ReadContext,
  ledger: Pick<Ledger, 'running'>,
  searches: Searches,
  limits: Limits,
): Handlers<keyof typeof shiftsApi> {
  const change = changing(ctx, limits)
  const { config } = ctx
  const readMembership = cached(ctx, async () => membershipIn(config, await ctx.db.read(listTents)))
  const findFeed = batch(async (feedHashes: string[]) => {
    const feeds = await ctx.db.read((reader) => listFeeds(reader, feedHashes))
    return feedHashes.map((hash) => feeds.find(({ feedHash }) => feedHash === hash))
  })

  function daysOf({ needs }: Planning, query: { from?: string; days?: number }, now: Date) {
    const { from = localDayOf(now.getTime(), needs.rules.timeZone) } = query
    if (!isDay(from)) throw new Refusal('dayInvalid')
    return { from, days: query.days ?? daysShown }
  }

  return {
    ...peopleCalls(ctx, change),
    ...planCalls(ctx, change, searches),
    ...swapCalls(ctx, change),

    async getShifts({ session: { user }, params, query }) {
      const now = ctx.now()
      const running = ledger.running()
      return ctx.db.read(async (reader) => {
        const planning = await readPlanning({ config, now }, reader, params.tentId, user)
        const { id } = planning.tent
        const swaps = await listSwaps(reader, id)
        const acts = await listShiftActs(reader, id, actsShown)
        const ids = await listIdsOf(reader, id)
        const inCheck = running?.tents.find((tent) => ids.includes(tent.id)) ?? null
        const days = daysOf(planning, query, now)
        const names = await readNames(planning, user)
        const isCheckOn = running !== null
        return shownShifts({ planning, names, user, now, days, swaps, acts, isCheckOn, inCheck })
      })
    },

    async readAvailability({ session: { user }, params, query, body, address, aside }) {
      const { kind, from, days } = query
      if (!isDay(from)) throw new Refusal('dayInvalid')
      const { rules, names } = await ctx.db.read(async (reader) => {
        const asked = await readAskedTent(config, reader, params.tentId, user)
        return { rules: await findRules(reader), names: await readNames(asked, user) }
      })
      const { netID } = user
      await aside(() => limits.pass({ account: netID, address }, readingsLimit(netID)))
      const asked = { from, days, timeZone: rules.timeZone }
      const found = await aside(() => readFileOf(netID, ctx, kind, body, asked)).catch(
        (error: Error) => {
          if (!(error instanceof Unreadable)) throw error
          throw new Refusal('availabilityUnreadable', { text: error.message })
        },
      )
      const memberOf = memberFinder([...names])
      return {
        people: found.people.map((person) => ({ ...person, memberId: memberOf(person.name) })),
        remarks: found.remarks,
      }
    },

    async getDraftProgress({ session: { user }, params }) {
      const now = ctx.now()
      const { job, draft } = await ctx.db.read(async (reader) => {
        const { tent, as } = await readAskedTent(config, reader, params.tentId, user)
        requirePlanner(as)
        return findShiftTent(reader, tent.id)
      })
      return { job: jobShown(job, now, ledger.running() !== null), figures: draft?.figures ?? null }
    },

    async exportShifts({ session: { user }, params, query, reply }) {
      const now = ctx.now()
      const { planning, names } = await ctx.db.read(async (reader) => {
        const planning = await readPlanning({ config, now }, reader, params.tentId, user)
        return { planning, names: namesApart(await readNames(planning, user)) }
      })
      const { from, days } = daysOf(planning, query, now)
      const isShown = inDays(slotsOf(planning.needs, from, days))
      const shifts = shiftTexts(planning.shifts, now).filter(isShown)
      reply.header('content-disposition', 'attachment; filename="shifts.csv"')
      return writeShiftsCsv(planning.needs.rules, shifts, (id) => names.get(id ?? '') ?? '')
    },

    async shiftFeed({ params, reply, aside }) {
      const now = ctx.now()
      // Without a turn, so that addresses that come together are looked up by one query.
      const feed = await aside(() => findFeed(sha256(params.token)))
      if (feed === undefined) throw new Refusal('notFound')
      const isMemberOf = await readMembership()
      return ctx.db.read(async (reader) => {
        const tent = await findTent(reader, feed.tentId)
        if (tent === undefined) throw new Refusal('notFound')
        const isTheirs = isMemberOf(feed, tent) || captainOf(config, tent)(feed)
        if (!isTheirs || !isMember({ tent }, feed.memberId)) throw new Refusal('notFound')
        const shifts = (await listShifts(reader, tent.id)).filter(
          ({ memberId, until }) =>
            memberId === feed.memberId && until.getTime() > now.getTime() - fedSinceMs,
        )
        reply.header('cache-control', 'no-store')
        return writeCalendar(`Tent ${tentInSentence(tent)}`, shifts.map(shiftText), now)
      })
    },

    async swapOptions({ session: { user }, params }) {
      const now = ctx.now()
      const { shiftId } = lowerCased(params, ['shiftId'])
      const planning = await ctx.db.read((reader) =>
        readPlanning({ config, now }, reader, params.tentId, user),
      )
      const me = requireMe(planning)
      const held = heldShifts(planning)
      const shift = held.find(({ id, memberId }) => id === shiftId && memberId === me)
      if (shift === undefined) throw new Refusal('unknownShift')
      return swapOptionsOf(planning, held, shift, now)
    },
  }
}
