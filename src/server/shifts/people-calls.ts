import { isDeepStrictEqual } from 'node:util'
import { instantIn } from '../../shared/instant.ts'
import { isDay } from '../../shared/shifts/slots.ts'
import type { Availability } from '../../shared/shifts/tent-shifts.ts'
import { compareExactly } from '../../shared/tents/order.ts'
import { type Context, sha256 } from '../context.ts'
import { lowerCased } from '../db/lower-cased.ts'
import type { Handlers } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { ChangePlanning } from './change.ts'
import { hasAccount, requireMe, requireMember } from './planning.ts'
import { updateShiftPerson, updateShiftTent } from './store.ts'
import { removeMemberFromSwaps } from './swaps/store.ts'

/** For how many nights a person may be on the list of substitutes. */
const nightsAtMost = 60

const noDeputy = { isDeputy: false, deputyBy: null }
/** A row that is nobody's any more; a calendar address and nights as a substitute end with the link. */
const nobody = { netID: null, ...noDeputy, feedHash: null, substituteOn: [] }
/** Times that were said from an account may be a stranger's. */
const noTimes = { availability: null, answeredAt: null }

/** The calls about who is who, who is free when, and the captain's settings. */
export function peopleCalls(
  { newToken }: Pick<Context, 'newToken'>,
  change: ChangePlanning,
): Handlers<
  | 'linkMember'
  | 'unlinkMember'
  | 'nameDeputy'
  | 'saveShiftSettings'
  | 'saveAvailability'
  | 'saveSubstitute'
  | 'makeShiftFeed'
  | 'endShiftFeed'
> {
  return {
    async linkMember(call) {
      const { memberId } = lowerCased(call.body, ['memberId'])
      const { netID } = call.session.user
      await change(call, { what: 'linked', about: memberId }, async ({ tx, asked, tentId }) => {
        requireMember(asked, memberId)
        // They may not have got the answer.
        if (asked.me === memberId) return
        if (asked.me !== null || hasAccount(asked, memberId)) throw new Refusal('linkedAlready')
        // A row that left the roster does not count as theirs any more.
        for (const person of asked.people.values()) {
          if (person.netID !== netID) continue
          await updateShiftPerson(tx, tentId, person.memberId, nobody)
        }
        await updateShiftPerson(tx, tentId, memberId, { netID })
      })
      return { ok: true }
    },

    async unlinkMember(call) {
      const { memberId } = lowerCased(call.params, ['memberId'])
      const act = { what: 'unlinked', about: memberId } as const
      await change(call, act, async ({ tx, asked, tentId, recordAsPlanner }) => {
        // Without an account the times are those that a planner filled in.
        const isLinked = hasAccount(asked, memberId)
        await recordAsPlanner(isLinked)
        requireMember(asked, memberId)
        // That would end their rights, which is for the captain to do.
        const row = asked.people.get(memberId)
        const hasRights = row?.isDeputy === true || row?.isCaptain === true
        if (asked.as === 'deputy' && hasRights && memberId !== asked.me) {
          throw new Refusal('needsCaptain')
        }
        if (!isLinked) return
        await updateShiftPerson(tx, tentId, memberId, { ...nobody, ...noTimes })
        // What they offered or took is not the next account's word.
        await removeMemberFromSwaps(tx, memberId)
      })
      return { ok: true }
    },

    async nameDeputy(call) {
      const { memberId } = lowerCased(call.params, ['memberId'])
      const { value } = call.body
      const { netID } = call.session.user
      const act = { what: value ? 'deputyNamed' : 'deputyEnded', about: memberId } as const
      await change(call, act, async ({ tx, asked, tentId, recordAsPlanner }) => {
        const deputyBy = asked.as === 'captain' ? netID : null
        const { isDeputy = false, deputyBy: by = null } = asked.people.get(memberId) ?? {}
        const isByAnother = value && deputyBy !== (by?.netID ?? null)
        await recordAsPlanner(isDeputy !== value || isByAnother)
        if (asked.as === 'deputy') throw new Refusal('needsCaptain')
        requireMember(asked, memberId)
        if (value && !hasAccount(asked, memberId)) throw new Refusal('notLinked')
        await updateShiftPerson(
          tx,
          tentId,
          memberId,
          value ? { isDeputy: true, deputyBy } : noDeputy,
        )
      })
      return { ok: true }
    },

    async saveShiftSettings(call) {
      const { deadline = null } = call.body
      if (deadline !== null && instantIn(deadline) === null) throw new Refusal('timeInvalid')
      await change(call, { what: 'settings' }, async ({ tx, readAll, tentId, recordAsPlanner }) => {
        const before = (await readAll()).kept.settings
        const settings = { ...before, ...call.body }
        await recordAsPlanner(!isDeepStrictEqual(settings, before))
        await updateShiftTent(tx, tentId, { settings })
      })
      return { ok: true }
    },

    async saveAvailability(call) {
      const { memberId } = lowerCased(call.params, ['memberId'])
      const availability = availabilityOf(call.body)
      const act = { what: 'answered', about: memberId } as const
      await change(call, act, async ({ tx, asked, tentId, now, recordAsPlanner }) => {
        if (asked.me !== memberId) {
          const before = asked.people.get(memberId)?.availability
          await recordAsPlanner(!isDeepStrictEqual(availability, before))
          requireMember(asked, memberId)
          if (hasAccount(asked, memberId)) throw new Refusal('answersThemself')
        }
        await updateShiftPerson(tx, tentId, memberId, { availability, answeredAt: now })
      })
      return { ok: true }
    },

    async saveSubstitute(call) {
      const { date, value } = call.body
      if (!isDay(date)) throw new Refusal('dayInvalid')
      const what = value ? 'substitute' : 'substituteEnded'
      await change(call, { what }, async ({ tx, asked, tentId }) => {
        const me = requireMe(asked)
        const others = asked.people.get(me)?.substituteOn.filter((night) => night !== date) ?? []
        const nights = value ? [...others, date].sort() : others
        if (nights.length > nightsAtMost) throw new Refusal('tooManyNights')
        await updateShiftPerson(tx, tentId, me, { substituteOn: nights })
      })
      return { ok: true }
    },

    async makeShiftFeed(call) {
      const token = newToken()
      await change(call, { what: 'feedMade' }, async ({ tx, asked, tentId }) => {
        await updateShiftPerson(tx, tentId, requireMe(asked), { feedHash: sha256(token) })
      })
      return { ok: true, path: `/api/shift-feeds/${token}` }
    },

    async endShiftFeed(call) {
      await change(call, { what: 'feedEnded' }, async ({ tx, asked, tentId }) => {
        await updateShiftPerson(tx, tentId, requireMe(asked), { feedHash: null })
      })
      return { ok: true }
    },
  }
}

/** The answer as it is kept; each day once. */
function availabilityOf({ week, exceptions }: Availability): Availability {
  const days = new Set(exceptions.map(({ date }) => date))
  if (![...days].every(isDay)) throw new Refusal('dayInvalid')
  if (days.size < exceptions.length) throw new Refusal('dayTwice')
  return { week, exceptions: exceptions.toSorted((a, b) => compareExactly(a.date, b.date)) }
}
