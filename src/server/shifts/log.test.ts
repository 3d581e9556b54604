import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  always,
  ants,
  memberNames,
  never,
  params,
  type ShiftTent,
  startShiftTent,
} from '../../../tests/support/shift-tent.ts'
import { hourMs } from '../../shared/durations.ts'
import type { shiftsApi } from '../../shared/shifts/contract.ts'
import { actsKept, insertShiftAct, listShiftActs } from './log/store.ts'
import { insertShifts, lockShiftTent } from './store.ts'

describe('a tent’s log', () => {
  let tent: ShiftTent
  beforeAll(async () => {
    tent = await startShiftTent({ RATE_LIMIT_FACTOR: '0.05' })
    await tent.roster([ants])
  })
  afterAll(() => tent.server.close())

  it('keeps its newest lines, and those of other tents', async () => {
    const { db } = tent.server
    const kept = await db.transaction(async (tx) => {
      for (const tentId of ['tA', 'tB']) await lockShiftTent(tx, tentId)
      const act = { at: new Date(), netID: 'al1', as: 'captain', what: 'planned' } as const
      await insertShiftAct(tx, { ...act, tentId: 'tB' })
      const about = Array.from({ length: actsKept + 3 }, () => randomUUID())
      for (const each of about) await insertShiftAct(tx, { ...act, tentId: 'tA', about: each })
      const left = await listShiftActs(tx, 'tA', 2 * actsKept)
      expect(left.map((one) => one.about)).toEqual(about.slice(3).reverse())
      return listShiftActs(tx, 'tB', 2)
    })
    expect(kept).toHaveLength(1)
  })

  it('shows what super users helped with, however much the tent does itself', async () => {
    const { server, people } = tent
    await server.db.transaction(async (tx) => {
      await lockShiftTent(tx, 'tA')
      const act = { tentId: 'tA', at: new Date() }
      const help = (what: 'settings' | 'planned') =>
        insertShiftAct(tx, { ...act, netID: 'boss', as: 'superUser', what })
      await help('settings')
      for (let count = 0; count <= actsKept; count += 1) {
        await insertShiftAct(tx, { ...act, netID: 'bc2', as: 'member', what: 'swapTaken' })
      }
      await help('planned')
    })
    const { log } = await tent.read(people.ann)
    expect(log).toHaveLength(52)
    expect([log[0], log[1], log.at(-1)]).toMatchObject([
      { as: 'superUser', what: 'planned' },
      { as: 'member', what: 'swapTaken' },
      { as: 'superUser', what: 'settings' },
    ])
  })

  it('a person changes shifts so often in an hour, and a colleague as before', async () => {
    const { ann, bo } = tent.people
    const save = () => ann.refusal('stopPlanning', undefined, { params })
    for (let count = 0; count < 30; count += 1) {
      await ann.call('stopPlanning', undefined, { params })
    }
    expect(await save()).toEqual([429, 'tooManyAttempts'])
    // Before anything is planned.
    const over = { from: '2026-01-28', days: 1, keep: false }
    const planned = await ann.refusal('planShifts', over, { params })
    expect(planned).toEqual([429, 'tooManyAttempts'])
    expect((await bo.refusal('stopPlanning', undefined, { params }))[0]).toBe(403)
  })

  it('a person has so many files of times read in an hour, and a colleague as before', async () => {
    const read = async ({ token }: ShiftTent['people']['ann']) => {
      const body = new FormData()
      body.append('file', new Blob(['\tAnn Lee\n8:00\tx']), 'times')
      const path = '/api/tents/tA/shifts/read-availability?kind=sheet&from=2026-01-30&days=1'
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(tent.server.url + path, { method: 'POST', body, headers })
      await answer.text()
      return answer.status
    }
    const { ann, bo } = tent.people
    for (let count = 0; count < 3; count += 1) expect(await read(ann)).toBe(200)
    expect(await read(ann)).toBe(429)
    expect(await read(bo)).toBe(200)
  })
})

type Read =
  | 'getShifts'
  | 'getDraftProgress'
  | 'readAvailability'
  | 'exportShifts'
  | 'shiftFeed'
  | 'swapOptions'
type Who = ShiftTent['people']['ann']
type Case = {
  /** What somebody's call needs first; gives the call. `own`: their row. */
  ready: (who: Who, own: string) => Promise<() => Promise<unknown>>
  bySuperUser: string
  /** '': nothing is recorded; missing: a member may not. */
  byMember?: string
}

describe('of each change the tent’s log tells', () => {
  let tent: ShiftTent
  let people: ShiftTent['people']
  let ids: string[]
  const inTwoDays = { from: '2026-01-31', days: 1 }
  const ofRow = (memberId = '') => ({ params: { ...params, memberId } })
  const ofSwap = (swapId: string) => ({ params: { ...params, swapId } })

  /** Ann, Bo and Cy are linked to their rows, the super user to that of Di, nobody to Fi's. */
  beforeAll(async () => {
    tent = await startShiftTent()
    people = tent.people
    await tent.roster([{ ...ants, members: [...memberNames, 'Fi Gold'].join(', ') }])
    ids = await tent.threeFree()
    await people.boss.call('linkMember', { memberId: ids[3] ?? '' }, { params })
    await tent.answer(people.boss, ids[3], always)
  })
  afterAll(() => tent.server.close())

  let hours = 0
  /** An hour of the next days in which nobody is on shift yet. */
  function freeHour(): Date {
    hours += 1
    return new Date(Date.parse('2026-01-30T12:00:00Z') + hours * hourMs)
  }
  async function shiftOf(memberId = '', from = freeHour()): Promise<string> {
    const id = randomUUID()
    const span = { from, until: new Date(from.getTime() + hourMs), arrivedAt: null }
    await tent.server.db.transaction((tx) => insertShifts(tx, 'tA', [{ id, memberId, ...span }]))
    return id
  }
  async function offered(who: Who, kind: 'ask' | 'give', shiftId: string): Promise<string> {
    return (await who.call('offerSwap', { kind, shiftId }, { params })).id
  }
  async function setApproval(approvesSwaps: boolean) {
    const { settings } = await tent.read(people.ann)
    await people.ann.call('saveShiftSettings', { ...settings, approvesSwaps }, { params })
  }
  /** A swap of Cy's that Bo took, which waits for a yes. */
  async function waiting(): Promise<string> {
    await setApproval(true)
    const swapId = await offered(people.cy, 'give', await shiftOf(ids[2]))
    await people.bo.call('takeSwap', undefined, ofSwap(swapId))
    return swapId
  }

  const lockOf = (memberId = '') => ({
    memberId,
    from: '2026-01-31T15:00:00.000Z',
    until: '2026-01-31T16:00:00.000Z',
  })

  const cases: Record<Exclude<keyof typeof shiftsApi, Read>, Case[]> = {
    linkMember: [
      {
        async ready(who, memberId) {
          await people.ann.call('unlinkMember', undefined, ofRow(memberId))
          return () => who.call('linkMember', { memberId }, { params })
        },
        bySuperUser: 'linked Di Evans',
        byMember: '',
      },
    ],
    unlinkMember: [
      {
        async ready(who) {
          await people.di.call('linkMember', { memberId: ids[4] ?? '' }, { params })
          return () => who.call('unlinkMember', undefined, ofRow(ids[4]))
        },
        bySuperUser: 'unlinked Fi Gold',
      },
    ],
    nameDeputy: [true, false].map((value) => ({
      ready: async (who) => () => who.call('nameDeputy', { value }, ofRow(ids[0])),
      bySuperUser: value ? 'deputyNamed Ann Lee' : 'deputyEnded Ann Lee',
    })),
    saveShiftSettings: [
      {
        async ready(who) {
          const { approvesSwaps } = (await tent.read(who)).settings
          const changed = { approvesSwaps: !approvesSwaps }
          return () => who.call('saveShiftSettings', changed, { params })
        },
        bySuperUser: 'settings',
      },
    ],
    saveAvailability: [
      {
        ready: async (who, own) => () => tent.answer(who, own, always),
        bySuperUser: 'answered Di Evans',
        byMember: '',
      },
      {
        ready: async (who) => () => tent.answer(who, ids[4], always),
        bySuperUser: 'answered Fi Gold',
      },
    ],
    saveSubstitute: [true, false].map((value) => ({
      ready: async (who) => () =>
        who.call('saveSubstitute', { date: inTwoDays.from, value }, { params }),
      bySuperUser: value ? 'substitute Di Evans' : 'substituteEnded Di Evans',
      byMember: '',
    })),
    makeShiftFeed: [
      {
        ready: async (who) => () => who.call('makeShiftFeed', undefined, { params }),
        bySuperUser: 'feedMade Di Evans',
        byMember: '',
      },
    ],
    endShiftFeed: [
      {
        ready: async (who) => () => who.call('endShiftFeed', undefined, { params }),
        bySuperUser: 'feedEnded Di Evans',
        byMember: '',
      },
    ],
    planShifts: [
      {
        ready: async (who) => () =>
          who.call('planShifts', { ...inTwoDays, keep: false }, { params }),
        bySuperUser: 'planned',
      },
    ],
    stopPlanning: [
      {
        async ready(who) {
          await people.ann.call('planShifts', { ...inTwoDays, keep: false }, { params })
          return () => who.call('stopPlanning', undefined, { params })
        },
        bySuperUser: 'stopped',
      },
    ],
    saveLocks: [
      {
        ready: async (who) => () => who.call('saveLocks', { locks: [lockOf(ids[0])] }, { params }),
        bySuperUser: 'locked',
      },
    ],
    publishShifts: [
      {
        async ready(who) {
          const { madeAt } = await tent.planned(people.ann, { ...inTwoDays, keep: false })
          return () => tent.publish(who, madeAt)
        },
        bySuperUser: 'published',
      },
    ],
    offerSwap: [
      {
        async ready(who, own) {
          const shiftId = await shiftOf(own)
          return () => offered(who, 'give', shiftId)
        },
        bySuperUser: 'swapOffered Di Evans',
        byMember: '',
      },
    ],
    takeSwap: [
      {
        async ready(who) {
          await setApproval(false)
          const swapId = await offered(people.ann, 'give', await shiftOf(ids[0]))
          return () => who.call('takeSwap', undefined, ofSwap(swapId))
        },
        bySuperUser: 'swapTaken Ann Lee',
        byMember: 'swapTaken Ann Lee',
      },
    ],
    approveSwap: [true, false].map((value) => ({
      async ready(who) {
        const swapId = await waiting()
        return () => who.call('approveSwap', { value }, ofSwap(swapId))
      },
      bySuperUser: value ? 'swapApproved Bo Chen' : 'swapDeclined Bo Chen',
    })),
    withdrawSwap: [
      {
        async ready(who, own) {
          const swapId = await offered(who, 'give', await shiftOf(own))
          return () => who.call('withdrawSwap', undefined, ofSwap(swapId))
        },
        bySuperUser: 'swapWithdrawn Di Evans',
        byMember: '',
      },
      {
        async ready(who) {
          const swapId = await offered(people.ann, 'give', await shiftOf(ids[0]))
          return () => who.call('withdrawSwap', undefined, ofSwap(swapId))
        },
        bySuperUser: 'swapWithdrawn Ann Lee',
      },
    ],
    arriveAtShift: [
      {
        async ready(who, own) {
          const shiftId = await shiftOf(own, new Date('2026-01-29T15:00:00Z'))
          return () => who.call('arriveAtShift', undefined, { params: { ...params, shiftId } })
        },
        bySuperUser: 'arrived Di Evans',
        byMember: '',
      },
    ],
    takeBackArrival: [
      {
        async ready(who, own) {
          const shiftId = await shiftOf(own, new Date('2026-01-29T15:00:00Z'))
          return () => who.call('takeBackArrival', undefined, { params: { ...params, shiftId } })
        },
        bySuperUser: 'arrivalTakenBack Di Evans',
        byMember: '',
      },
    ],
  }

  async function told(by: 'boss' | 'cy', own: string | undefined, { ready }: Case) {
    const act = await ready(people[by], own ?? '')
    const read = async () => (await tent.read(people.ann)).log
    const before = (await read()).length
    await act()
    const log = await read()
    return log.slice(0, log.length - before)
  }

  for (const [name, ofCall] of Object.entries(cases)) {
    for (const given of ofCall) {
      const { bySuperUser, byMember } = given
      it(`${name} by a super user: ${bySuperUser}`, async () => {
        const lines = await told('boss', ids[3], given)
        expect(lines.map(({ what, who, as }) => [`${what} ${who}`.trim(), as])).toEqual([
          [bySuperUser, 'superUser'],
        ])
      })
      if (byMember === undefined) continue
      it(`${name} by a member: ${byMember || 'nothing'}`, async () => {
        const lines = await told('cy', ids[2], given)
        expect(lines.map(({ what, who }) => `${what} ${who}`).join()).toBe(byMember)
      })
    }
  }

  it.each(['ann', 'boss'] as const)(
    'nothing where a planner saves what stands there: %s',
    async (by) => {
      const who = people[by]
      const locks = [lockOf(ids[1])]
      const acts: (() => Promise<unknown>)[] = [
        () => who.call('saveShiftSettings', { approvesSwaps: true, deadline: null }, { params }),
        () => who.call('saveLocks', { locks }, { params }),
        () => who.call('nameDeputy', { value: true }, ofRow(ids[1])),
        () =>
          tent.answer(who, ids[4], {
            ...never,
            exceptions: [{ date: '2026-01-31', free: '1'.repeat(48) }],
          }),
        () => who.call('nameDeputy', { value: false }, ofRow(ids[1])),
        () => who.call('unlinkMember', undefined, ofRow(ids[4])),
        () => who.call('stopPlanning', undefined, { params }),
      ]
      for (const act of acts) {
        await act()
        const { log } = await tent.read(who)
        await act()
        expect((await tent.read(who)).log).toEqual(log)
      }
    },
  )
})
