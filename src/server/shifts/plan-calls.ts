import { groupedBy } from '../../shared/grouped.ts'
import { closerWords } from '../../shared/refusals.ts'
import { instantOf, localDayOf } from '../../shared/season/local-time.ts'
import { mayArrive } from '../../shared/shifts/arrival.ts'
import { frameOf, type Span } from '../../shared/shifts/frame.ts'
import { fairnessOf } from '../../shared/shifts/hours.ts'
import { isJobOn } from '../../shared/shifts/job.ts'
import { sameMemberOverlap } from '../../shared/shifts/overlap.ts'
import { peopleAtMost } from '../../shared/shifts/problem.ts'
import { changesOf, clipped, predecessorsOf, publishedPlan } from '../../shared/shifts/publish.ts'
import { stillTold } from '../../shared/shifts/reminders.ts'
import { adjoiningProblem } from '../../shared/shifts/replan.ts'
import { dayAfter, isDay, isToCome, reachOf, slotMs, slotsOf } from '../../shared/shifts/slots.ts'
import type { Assignment } from '../../shared/shifts/tent-shifts.ts'
import { lowerCased } from '../db/lower-cased.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { ChangePlanning, PlanningChange } from './change.ts'
import { type FirstPlanTask, firstPlan } from './first-plan.ts'
import { draftOf, jobOf, type Searches } from './jobs.ts'
import {
  changesBy,
  freeOf,
  heldShifts,
  ofMembers,
  openLocks,
  type Planning,
  readPlanning,
  shiftText,
} from './planning.ts'
import { findShiftTent, insertShifts, listTold, removeShifts, updateShiftTent } from './store.ts'
import { requirePlanner } from './who.ts'

/** How far before and after a plan what adjoins it is read. */
const adjoiningDays = 1
/** How far in the future locks may be. */
const lockedDays = 120

/** The calls that make and publish a plan. */
export function planCalls(
  ctx: Pick<ReadContext, 'config' | 'db' | 'newId' | 'now'>,
  change: ChangePlanning,
  searches: Searches,
): Handlers<'planShifts' | 'stopPlanning' | 'saveLocks' | 'publishShifts'> {
  return {
    async planShifts(call) {
      const { params } = call
      const { user } = call.session
      const { from, days, keep } = call.body
      if (!isDay(from)) throw new Refusal('dayInvalid')
      // Outside the transaction: the embedded engine would be blocked meanwhile.
      const planFirst = async () => {
        const planning = await ctx.db.read((reader) =>
          readPlanning({ config: ctx.config, now: ctx.now() }, reader, params.tentId, user),
        )
        requirePlanner(planning.as)
        const task = taskOf(planning, { from, days, keep }, ctx.now())
        const { slots, planned } = task
        return { slots, planned, ...(await call.aside(() => firstPlan(planning.tent.id, task))) }
      }
      const search = await change(
        call,
        { what: 'planned' },
        async ({ tx, tentId, now, recordAsPlanner }, first) => {
          await recordAsPlanner()
          const search = { id: ctx.newId(), tentId, days: { from, days }, ...first }
          const made = { how: 'greedy', madeAt: now } as const
          const draft = draftOf(search, frameOf(search.problem), search.plan, made)
          const job = jobOf(search.id, 'queued', now, { place: searches.length(tentId) })
          await updateShiftTent(tx, tentId, { draft, job })
          return search
        },
        planFirst,
      )
      searches.add(search)
      return { ok: true }
    },

    async stopPlanning(call) {
      const tentId = await change(
        call,
        { what: 'stopped' },
        async ({ tx, tentId, recordAsPlanner }) => {
          const { job } = await findShiftTent(tx, tentId)
          const isOn = job !== null && isJobOn(job)
          await recordAsPlanner(isOn)
          if (isOn) {
            await updateShiftTent(tx, tentId, { job: { ...job, state: 'stopped' } })
          }
          return tentId
        },
      )
      // So that the draft that is read now is the one that stays.
      await call.aside(() => searches.stop(tentId))
      return { ok: true }
    },

    async saveLocks(call) {
      const { locks: given, was } = call.body
      await change(
        call,
        { what: 'locked' },
        async ({ tx, readAll, tentId, now, recordAsPlanner }) => {
          const planning = await readAll()
          // The page may be older than the roster, and it sends all that it shows.
          const locks = ofMembers(planning, given.map(ofLowerCase))
          const isOtherThanKept = (some: readonly Assignment[]) => {
            const open = (all: readonly Assignment[]) => openLocks(planning, all, now)
            const { added, removed } = changesOf(open(some), open(planning.kept.locks))
            return added.length + removed.length > 0
          }
          await recordAsPlanner(isOtherThanKept(locks))
          if (was !== undefined && isOtherThanKept(was.map(ofLowerCase))) {
            throw new Refusal('locksChanged')
          }
          requireLocks(planning, locks, now)
          await updateShiftTent(tx, tentId, { locks })
        },
      )
      return { ok: true }
    },

    async publishShifts(call) {
      const tentId = await change(call, { what: 'published' }, async (changing) => {
        const { tx, readAll, tentId, recordAsPlanner } = changing
        await recordAsPlanner()
        const planning = await readAll()
        const { draft, job } = planning.kept
        if (draft === null) throw new Refusal('noDraft')
        if (draft.madeAt !== call.body.madeAt) throw new Refusal('draftChanged')
        const seen = call.body.removed?.map(ofLowerCase)
        await publish(changing, planning, { ...draft, seen }, ctx.newId)
        await updateShiftTent(tx, tentId, { draft: null, job: job && { ...job, state: 'stopped' } })
        return tentId
      })
      void searches.stop(tentId)
      return { ok: true }
    },
  }
}

const ofLowerCase = (lock: Assignment) => lowerCased(lock, ['memberId'])

type Wanted = { from: string; days: number; keep: boolean }

function taskOf(planning: Planning, wanted: Wanted, now: Date): FirstPlanTask & { planned: Span } {
  const { tent, needs, kept } = planning
  const { from, days, keep } = wanted
  const all = slotsOf(needs, dayAfter(from, -adjoiningDays), days + 2 * adjoiningDays)
  const end = all.findIndex((slot) => slot.local >= dayAfter(from, days))
  const begin = all.findIndex((slot) => slot.local >= from && isToCome(slot, now))
  const slots = all.slice(begin, end)
  if (begin === -1 || slots.length === 0) throw new Refusal('planInPast')
  if (tent.people.length === 0 || slots.every(({ need }) => need === 0)) {
    throw new Refusal('nothingToPlan')
  }
  if (tent.people.length > peopleAtMost) throw new Refusal('tooManyToPlan')
  const held = heldShifts(planning)
  const ids = tent.people.map((member) => member.id)
  const made = adjoiningProblem({
    slots,
    earlier: all.slice(0, begin),
    later: all.slice(end),
    held,
    people: ids.map((member) => ({ id: member, free: freeOf(planning, member, slots) })),
    carried: (before) =>
      fairnessOf(needs.rules, ids, clipped(held, 0, before), now.getTime()).map(
        ({ planned }) => planned,
      ),
    locks: kept.locks,
    limits: kept.settings.limits,
    timeZone: needs.rules.timeZone,
  })
  return { ...made, keep: keep ? held : null }
}

/**
 * Locks must be half hours that are not over, with nobody in two at once. One that is kept already
 * may have begun long ago.
 */
function requireLocks({ needs, kept }: Planning, locks: readonly Assignment[], now: Date): void {
  const { timeZone } = needs.rules
  const today = localDayOf(now.getTime(), timeZone)
  const midnight = (days: number) => instantOf(`${dayAfter(today, days)}T00:00`, timeZone)
  const [begin, end] = [midnight(-1), midnight(lockedDays - 1)]
  const isHalfHour = (text: string) => {
    const at = Date.parse(text)
    const isIn = begin <= at && at <= end && (at - begin) % slotMs === 0
    return isIn && new Date(at).toISOString() === text
  }
  const areSound = locks.every(
    (lock) =>
      lock.from < lock.until &&
      locks.every((other) => other === lock || !sameMemberOverlap(other, lock)),
  )
  const { added } = changesOf(kept.locks, locks)
  const areOnSlots = added.every(({ from, until }) => isHalfHour(from) && isHalfHour(until))
  if (!areSound || !areOnSlots) throw new Refusal('locksInvalid')
}

/** Nothing may be removed but what the planner was shown as removed, or parts of that. */
function requireSeen(removed: readonly Assignment[], seen: readonly Assignment[]): void {
  const ofMember = groupedBy(seen, ({ memberId }) => memberId)
  const isSeen = ({ memberId, from, until }: Assignment) =>
    ofMember.get(memberId)?.some((one) => one.from <= from && until <= one.until)
  if (!removed.every(isSeen)) {
    throw new Refusal('draftChanged', { text: closerWords.draftUndoesSwap })
  }
}

/**
 * Puts the draft to use: shifts that begin as before keep their id, which messages still to be sent
 * know; changed ones keep who has arrived already, if that could be said of them, too, and of what
 * people were reminded. `seen`: what its planner saw that it removes; undefined: an older page does
 * not say.
 */
async function publish(
  { tx, tentId, now }: PlanningChange,
  planning: Planning,
  draft: {
    from: string
    days: number
    shifts: readonly Assignment[]
    seen: readonly Assignment[] | undefined
  },
  newId: () => string,
): Promise<void> {
  const slots = slotsOf(planning.needs, draft.from, draft.days)
  const [, end] = reachOf(slots)
  const next = slots.find((slot) => isToCome(slot, now))
  const cut = next === undefined ? end : Date.parse(next.at)
  if (draft.seen !== undefined) {
    requireSeen(changesBy(planning, draft.shifts, [cut, end]).removed, draft.seen)
  }
  // Members who left the roster since are not put on a shift again.
  const wanted = ofMembers(planning, draft.shifts)
  const before = planning.shifts.map(shiftText)
  const plan = publishedPlan(before, wanted, [cut, end])
  const predecessors = predecessorsOf(before, plan)
  const told = await listTold(tx, tentId)
  const stays = new Set<string>()
  const added: Parameters<typeof insertShifts>[2][number][] = []
  for (const [place, { memberId, ...span }] of plan.entries()) {
    const earlier = predecessors[place] ?? []
    const same = earlier.find(({ from, until }) => from === span.from && until === span.until)
    if (same !== undefined) {
      stays.add(same.id)
      continue
    }
    const [from, until] = [new Date(span.from), new Date(span.until)]
    // Who came to a shift that begins hours later now may have left until then.
    const [arrived] = earlier
      .flatMap(({ arrivedAt }) => arrivedAt ?? [])
      .filter((at) => mayArrive({ from: +from, until: +until }, Date.parse(at)))
      .sort()
    const reminders = new Set(earlier.flatMap(({ id }) => told.get(id) ?? []))
    added.push({
      id: earlier.find((one) => one.from === span.from)?.id ?? newId(),
      memberId,
      from,
      until,
      arrivedAt: arrived === undefined ? null : new Date(arrived),
      told: stillTold([...reminders], from, now),
    })
  }
  const gone = before.filter(({ id }) => !stays.has(id)).map(({ id }) => id)
  await removeShifts(tx, gone)
  await insertShifts(tx, tentId, added)
}
