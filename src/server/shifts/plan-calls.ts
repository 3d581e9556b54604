import { localTimeOf } from '../../shared/season/local-time.ts'
import { frameOf } from '../../shared/shifts/frame.ts'
import { fairnessOf } from '../../shared/shifts/hours.ts'
import type { Assignment } from '../../shared/shifts/picture.ts'
import { publishedPlan } from '../../shared/shifts/publish.ts'
import { problemOf } from '../../shared/shifts/replan.ts'
import { dayAfter, isDay, slotMs, slotsOf } from '../../shared/shifts/slots.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Change, Changing } from './change.ts'
import { type FirstPlanTask, firstPlan } from './first-plan.ts'
import { draftOf, jobOf, type Searches } from './jobs.ts'
import {
  areOnSlots,
  freeOf,
  heldShifts,
  type Planning,
  readPlanning,
  shiftText,
} from './planning.ts'
import {
  findShiftTent,
  insertShifts,
  isJobOn,
  type KeptShift,
  removeShifts,
  updateShiftTent,
} from './store.ts'
import { requirePlanner } from './who.ts'

/** As many as the planner supports. */
const peopleAtMost = 60
/** How far in the future locks may be. */
const lockedDays = 120

/** The calls that make and publish a plan. */
export function planCalls(
  ctx: Pick<ReadContext, 'config' | 'db' | 'newId' | 'now'>,
  change: Change,
  searches: Searches,
): Handlers<'planShifts' | 'stopPlanning' | 'saveLocks' | 'publishShifts'> {
  return {
    async planShifts(call) {
      const { params } = call
      const { user } = call.session
      const { from, days, keep } = call.body
      if (!isDay(from)) throw new Refusal('dayInvalid')
      const planning = await ctx.db.read((reader) =>
        readPlanning({ config: ctx.config, now: ctx.now() }, reader, params.tentId, user),
      )
      requirePlanner(planning.as)
      const task = taskOf(planning, { from, days, keep }, ctx.now())
      // Outside the transaction: the embedded engine would be blocked meanwhile.
      const { problem, plan } = await call.aside(() => firstPlan(planning.tent.id, task))
      const search = await change(call, async ({ tx, tentId, now, asPlanner }) => {
        await asPlanner({ what: 'planned' })
        const { slots } = task
        const search = { id: ctx.newId(), tentId, problem, slots, plan, days: { from, days } }
        const made = { how: 'greedy', madeAt: now } as const
        const draft = draftOf(search, frameOf(problem), plan, made)
        const job = jobOf(search.id, 'queued', now, { place: searches.length() })
        await updateShiftTent(tx, tentId, { draft, job })
        return search
      })
      searches.add(search)
      return { ok: true }
    },

    async stopPlanning(call) {
      const tentId = await change(call, async ({ tx, standing, tentId }) => {
        requirePlanner(standing.as)
        const { job } = await findShiftTent(tx, tentId)
        if (job !== null && isJobOn(job))
          await updateShiftTent(tx, tentId, { job: { ...job, state: 'stopped' } })
        return tentId
      })
      searches.stop(tentId)
      return { ok: true }
    },

    async saveLocks(call) {
      const locks = call.body.locks.map(({ memberId, from, until }) => ({
        memberId: memberId.toLowerCase(),
        from,
        until,
      }))
      await change(call, async ({ tx, readAll, tentId, now, asPlanner }) => {
        await asPlanner({ what: 'locked' })
        requireLocks(await readAll(), locks, now)
        await updateShiftTent(tx, tentId, { locks })
      })
      return { ok: true }
    },

    async publishShifts(call) {
      const tentId = await change(call, async (changing) => {
        const { tx, readAll, tentId, asPlanner } = changing
        await asPlanner({ what: 'published' })
        const planning = await readAll()
        const { draft, job } = planning.kept
        if (draft === null) throw new Refusal('noDraft')
        if (draft.madeAt !== call.body.madeAt) throw new Refusal('draftChanged')
        await publish(changing, planning, draft, ctx.newId)
        await updateShiftTent(tx, tentId, { draft: null, job: job && { ...job, state: 'stopped' } })
        return tentId
      })
      searches.stop(tentId)
      return { ok: true }
    },
  }
}

/** The start of the next half hour. */
function nextSlot(now: Date): number {
  return Math.ceil(now.getTime() / slotMs) * slotMs
}

type Wanted = { from: string; days: number; keep: boolean }

function taskOf(planning: Planning, wanted: Wanted, now: Date): FirstPlanTask {
  const { tent, needs, kept } = planning
  const { from, days, keep } = wanted
  const slots = slotsOf(needs, from, days).filter(({ at }) => Date.parse(at) >= nextSlot(now))
  const [first] = slots
  if (first === undefined) throw new Refusal('planInPast')
  if (tent.people.length === 0 || slots.every(({ need }) => need === 0)) {
    throw new Refusal('nothingToPlan')
  }
  if (tent.people.length > peopleAtMost) throw new Refusal('tooManyToPlan')
  const held = heldShifts(planning)
  const ids = tent.people.map((member) => member.id)
  const earlier = held.filter((shift) => shift.from < first.at)
  const carried = fairnessOf(needs.rules, ids, earlier, now.getTime())
  const problem = problemOf({
    slots,
    people: ids.map((member, place) => ({
      id: member,
      free: freeOf(planning, member, slots),
      carried: carried[place]?.planned ?? { day: 0, night: 0 },
    })),
    locks: kept.locks,
    limits: kept.settings.limits,
    timeZone: needs.rules.timeZone,
    seconds: 0,
  })
  return { problem, slots, keep: keep ? held : null }
}

/** Locks must be half hours of members that are not over, with nobody in two at once. */
function requireLocks(planning: Planning, locks: readonly Assignment[], now: Date): void {
  const { tent, needs } = planning
  const today = localTimeOf(now.getTime(), needs.rules.timeZone).slice(0, 10)
  const slots = slotsOf(needs, dayAfter(today, -1), lockedDays)
  const ids = new Set(tent.people.map(({ id }) => id))
  const areSound = locks.every(
    (lock) =>
      ids.has(lock.memberId) &&
      lock.from < lock.until &&
      locks.every(
        (other) =>
          other === lock ||
          other.memberId !== lock.memberId ||
          other.until <= lock.from ||
          lock.until <= other.from,
      ),
  )
  if (!areSound || !areOnSlots(locks, slots)) throw new Refusal('locksInvalid')
}

/** Puts the draft to use: unchanged shifts keep their id, and who has arrived already. */
async function publish(
  { tx, tentId, now }: Changing,
  planning: Planning,
  draft: { from: string; days: number; shifts: readonly Assignment[] },
  newId: () => string,
): Promise<void> {
  const slots = slotsOf(planning.needs, draft.from, draft.days)
  const begin = Date.parse(slots[0]?.at ?? now.toISOString())
  const end = begin + slots.length * slotMs
  const cut = Math.min(end, Math.max(begin, nextSlot(now)))
  const members = new Set(planning.tent.people.map(({ id }) => id))
  // Members who left the roster since are not put on a shift again.
  const wanted = draft.shifts.filter(({ memberId }) => members.has(memberId))
  const before = planning.shifts.map(shiftText)
  const plan = publishedPlan(before, wanted, [cut, end])
  const known = new Map(before.map((shift) => [`${shift.memberId} ${shift.from}`, shift]))
  const stays = new Set<string>()
  const added: KeptShift[] = []
  for (const { memberId, from, until } of plan) {
    const same = known.get(`${memberId} ${from}`)
    if (same?.until === until) {
      stays.add(same.id)
      continue
    }
    // Whoever has arrived stays so, even if the shift's end changes.
    const arrivedAt = same?.arrivedAt ? new Date(same.arrivedAt) : null
    added.push({ id: newId(), memberId, from: new Date(from), until: new Date(until), arrivedAt })
  }
  const gone = before.filter(({ id }) => !stays.has(id)).map(({ id }) => id)
  await removeShifts(tx, gone)
  await insertShifts(tx, tentId, added)
}
