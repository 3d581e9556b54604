import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  always,
  ants,
  bees,
  never,
  params,
  type ShiftTent,
  startShiftTent,
} from '../../../tests/support/shift-tent.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { closerWords } from '../../shared/refusals.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import type { Assignment } from '../../shared/shifts/tent-shifts.ts'
import { insertShifts } from './store.ts'
import { insertSwap } from './swaps/store.ts'

let tent: ShiftTent
let people: ShiftTent['people']
let ids: string[]

/** Ann by night with Cy, Bo by day, on Friday. */
const shiftIds = ['a', 'b', 'c'].map((sign) => `00000000-0000-4000-8000-00000000000${sign}`)
const [annsShift = '', bosShift = '', cysShift = ''] = shiftIds

beforeEach(async () => {
  tent = await startShiftTent()
  people = tent.people
  ids = await tent.threeFree()
  const [ann = '', bo = '', cy = ''] = ids
  const night = { from: new Date('2026-01-30T06:00Z'), until: new Date('2026-01-30T12:00Z') }
  const day = { from: new Date('2026-01-30T12:00Z'), until: new Date('2026-01-30T16:00Z') }
  await tent.server.db.transaction((tx) =>
    insertShifts(tx, 'tA', [
      { id: annsShift, memberId: ann, ...night, arrivedAt: null },
      { id: bosShift, memberId: bo, ...day, arrivedAt: null },
      { id: cysShift, memberId: cy, ...night, arrivedAt: null },
    ]),
  )
})
afterEach(() => tent.server.close())

const withoutBo = { ...ants, members: 'Ann Lee, Cy Diaz, Di Evans', netIDs: 'al1, cd3, de4' }
const friday = { from: '2026-01-30', days: 1 }
const ownerOf = async (id: string) =>
  (await tent.read(people.ann, friday)).plan.shifts.find((shift) => shift.id === id)?.memberId
type Offer = {
  kind: 'give' | 'ask' | 'exchange'
  shiftId: string
  forShiftId?: string
  to?: string
}
const offer = async (who: typeof people.ann, body: Offer) =>
  (await who.call('offerSwap', body, { params })).id
const take = (who: typeof people.ann, swapId: string) =>
  who.send('takeSwap', undefined, { params: { ...params, swapId } })

describe('a swap', () => {
  it('is offered to those who can take it, and taken by one tap', async () => {
    const before = await tent.read(people.ann, friday)
    const swapId = await offer(people.ann, { kind: 'give', shiftId: annsShift })
    const canTake = async (who: typeof people.ann) =>
      (await tent.read(who)).swaps.map((swap) => [swap.id, swap.canTake, swap.isMine])
    expect(await canTake(people.bo)).toEqual([[swapId, true, false]])
    expect(await canTake(people.ann)).toEqual([[swapId, false, true]])
    // Cy is there at that time already: the night would be short.
    expect(await canTake(people.cy)).toEqual([[swapId, false, false]])
    expect(await take(people.cy, swapId)).toMatchObject({
      status: 409,
      refusal: {
        code: 'swapShort',
        error:
          'This would leave Fri, Jan 30, 1:00 AM one person short: one of you is on shift then already.',
      },
    })
    expect(await take(people.bo, swapId)).toMatchObject({ answer: { ok: true, waits: false } })
    expect(await ownerOf(annsShift)).toBe(ids[1])
    expect((await tent.read(people.ann)).swaps).toEqual([])
    expect((await tent.read(people.ann, friday)).plan.short).toEqual(before.plan.short)
    const night = { from: '2026-01-30T06:00:00.000Z', until: '2026-01-30T12:00:00.000Z' }
    expect((await tent.read(people.ann)).log).toMatchObject([
      {
        by: 'Robin',
        as: 'member',
        what: 'swapTaken',
        who: 'Ann Lee',
        moves: [{ ...night, was: 'Ann Lee', becomes: 'Bo Chen' }],
      },
    ])
  })

  it('is refused to who was free as it was offered, and is no more', async () => {
    const swapId = await offer(people.ann, { kind: 'give', shiftId: annsShift })
    await tent.answer(people.bo, ids[1], never)
    const refusal = { status: 409, refusal: { code: 'swapNotFree' } }
    expect(await take(people.bo, swapId)).toMatchObject(refusal)
    expect(await ownerOf(annsShift)).toBe(ids[0])
    expect((await tent.read(people.bo)).swaps).toMatchObject([{ id: swapId, canTake: false }])
  })

  it('is listed no more where the one person it is for is not free now; its maker sees it', async () => {
    // Two offers of one moment have no order.
    const listed = async (who: typeof people.ann) =>
      (await tent.read(who)).swaps.map(({ id }) => id).toSorted()
    const { settings } = await tent.read(people.ann)
    await people.ann.call('saveShiftSettings', { ...settings, approvesSwaps: true }, { params })
    const given = await offer(people.ann, { kind: 'give', shiftId: annsShift, to: ids[1] ?? '' })
    const asked = await offer(people.bo, { kind: 'ask', shiftId: cysShift })
    const both = [given, asked].toSorted()
    expect(await take(people.cy, asked)).toMatchObject({ answer: { waits: true } })
    expect(await listed(people.cy)).toEqual(both)
    await tent.answer(people.bo, ids[1], never)
    // One that waits stays: its planner may decline it.
    expect(await listed(people.cy)).toEqual([asked])
    expect(await listed(people.ann)).toEqual(both)
    await tent.answer(people.bo, ids[1], always)
    expect(await listed(people.cy)).toEqual(both)
  })

  it('is possible only with whom both are free, which its options say', async () => {
    const options = (shiftId: string) =>
      people.ann.call('swapOptions', undefined, { params: { ...params, shiftId } })
    expect(await options(annsShift)).toMatchObject({
      takers: [ids[1]],
      shifts: [{ id: bosShift }],
    })
    // Di is free, too, and has no account to say yes by.
    await tent.answer(people.ann, ids[3], always)
    expect((await options(annsShift)).takers).toEqual([ids[1]])
    await tent.answer(people.bo, ids[1], never)
    expect(await options(annsShift)).toEqual({ takers: [], shifts: [] })
    const refusal = (body: Offer) => people.ann.refusal('offerSwap', body, { params })
    expect(await refusal({ kind: 'give', shiftId: annsShift, to: ids[3] ?? '' })).toEqual([
      409,
      'swapNoAccount',
    ])
    expect(await refusal({ kind: 'exchange', shiftId: annsShift, forShiftId: bosShift })).toEqual([
      409,
      'swapNotFree',
    ])
    expect(await refusal({ kind: 'give', shiftId: bosShift })).toEqual([409, 'swapNotYours'])
    expect(await refusal({ kind: 'exchange', shiftId: annsShift })).toEqual([400, 'swapIncomplete'])
    const unknown = '00000000-0000-4000-8000-000000000001'
    expect(await refusal({ kind: 'give', shiftId: annsShift, to: unknown })).toEqual([
      404,
      'unknownMember',
    ])
    expect(await refusal({ kind: 'ask', shiftId: unknown })).toEqual([409, 'swapGone'])
    await people.ann.call('offerSwap', { kind: 'give', shiftId: annsShift }, { params })
    expect(await refusal({ kind: 'give', shiftId: annsShift })).toEqual([409, 'swapOffered'])
  })

  it('is an exchange, or a shift that somebody asks for', async () => {
    const exchange = { kind: 'exchange', shiftId: annsShift, forShiftId: bosShift } as const
    await take(people.bo, await offer(people.ann, exchange))
    expect([await ownerOf(annsShift), await ownerOf(bosShift)]).toEqual([ids[1], ids[0]])
    const [exchanged] = (await tent.read(people.ann)).log
    expect(exchanged?.moves.map(({ was, becomes }) => [was, becomes])).toEqual([
      ['Ann Lee', 'Bo Chen'],
      ['Bo Chen', 'Ann Lee'],
    ])
    await take(people.ann, await offer(people.cy, { kind: 'ask', shiftId: bosShift }))
    expect(await ownerOf(bosShift)).toBe(ids[2])
  })

  it('takes a lock along: the next plan leaves the shift with who took it', async () => {
    const lockOf = (memberId = '') => {
      const night = { from: '2026-01-30T06:00:00.000Z', until: '2026-01-30T12:00:00.000Z' }
      return { memberId, ...night }
    }
    await people.ann.call('saveLocks', { locks: [lockOf(ids[0])] }, { params })
    await take(people.bo, await offer(people.ann, { kind: 'give', shiftId: annsShift }))
    expect((await tent.read(people.ann)).locks).toEqual([lockOf(ids[1])])
    const { shifts } = await tent.planned(people.ann, { ...friday, keep: true })
    const atNight = shifts.filter(
      ({ from, until }) => from < '2026-01-30T12' && until > '2026-01-30T06:01',
    )
    const there = new Set(atNight.map(({ memberId }) => memberId))
    expect([...there].sort()).toEqual([ids[1], ids[2]].sort())
  })

  it('waits for a yes where the captain wants to give one', async () => {
    const { settings } = await tent.read(people.ann)
    await people.ann.call('saveShiftSettings', { ...settings, approvesSwaps: true }, { params })
    const swapId = await offer(people.cy, { kind: 'give', shiftId: cysShift })
    // The second time because the first answer was lost.
    for (const _ of [1, 2]) {
      expect(await take(people.bo, swapId)).toMatchObject({ answer: { waits: true } })
    }
    expect(await ownerOf(cysShift)).toBe(ids[2])
    const approve = { params: { ...params, swapId } }
    expect(await people.bo.refusal('approveSwap', { value: true }, approve)).toEqual([
      403,
      'needsPlanner',
    ])
    await people.ann.call('approveSwap', { value: false }, approve)
    expect((await tent.read(people.bo)).swaps).toMatchObject([{ state: 'open', takenBy: null }])
    await take(people.bo, swapId)
    await people.ann.call('approveSwap', { value: true }, approve)
    expect(await ownerOf(cysShift)).toBe(ids[1])
    const { log } = await tent.read(people.cy)
    expect(log.map(({ what, moves }) => [what, moves.map(({ becomes }) => becomes)])).toEqual([
      ['swapApproved', ['Bo Chen']],
      ['swapDeclined', []],
      ['settings', []],
    ])
  })

  it('gives no shift to somebody who has left the tent', async () => {
    const swapId = await offer(people.bo, { kind: 'ask', shiftId: annsShift })
    await tent.roster([withoutBo, bees])
    expect((await tent.read(people.ann)).swaps).toEqual([])
    const refusal = { status: 409, refusal: { code: 'swapNotFree' } }
    expect(await take(people.ann, swapId)).toMatchObject(refusal)
    expect(await ownerOf(annsShift)).toBe(ids[0])
  })

  it('is open again once whoever has taken it and waits for a yes has left the tent', async () => {
    const { settings } = await tent.read(people.ann)
    await people.ann.call('saveShiftSettings', { ...settings, approvesSwaps: true }, { params })
    await people.di.call('linkMember', { memberId: ids[3] ?? '' }, { params })
    await tent.answer(people.di, ids[3], always)
    const swapId = await offer(people.cy, { kind: 'give', shiftId: cysShift })
    await take(people.bo, swapId)
    await tent.roster([withoutBo, bees])
    const approve = { params: { ...params, swapId } }
    for (const value of [true, false]) {
      const refusal = await people.ann.refusal('approveSwap', { value }, approve)
      expect(refusal).toEqual([409, 'swapGone'])
    }
    const open = { state: 'open', takenBy: null, canTake: true }
    expect((await tent.read(people.di)).swaps).toMatchObject([open])
    expect(await take(people.di, swapId)).toMatchObject({ answer: { waits: true } })
    await people.ann.call('approveSwap', { value: true }, approve)
    expect(await ownerOf(cysShift)).toBe(ids[3])
  })

  it('ends with the link of whoever offered it, and is open again without whoever took it', async () => {
    const { settings } = await tent.read(people.ann)
    await people.ann.call('saveShiftSettings', { ...settings, approvesSwaps: true }, { params })
    const swapId = await offer(people.cy, { kind: 'give', shiftId: cysShift })
    await take(people.bo, swapId)
    await offer(people.bo, { kind: 'give', shiftId: bosShift })
    const [, memberId = ''] = ids
    await people.ann.call('unlinkMember', undefined, { params: { ...params, memberId } })
    await people.di.call('linkMember', { memberId }, { params })
    expect((await tent.read(people.di)).swaps.map(({ id, takenBy }) => [id, takenBy])).toEqual([
      [swapId, null],
    ])
  })

  it('is approved for whom the planner saw, and for nobody who took it since', async () => {
    const { settings } = await tent.read(people.ann)
    await people.ann.call('saveShiftSettings', { ...settings, approvesSwaps: true }, { params })
    await people.di.call('linkMember', { memberId: ids[3] ?? '' }, { params })
    await tent.answer(people.di, ids[3], always)
    const swapId = await offer(people.cy, { kind: 'give', shiftId: cysShift })
    await take(people.bo, swapId)
    const approve = { params: { ...params, swapId } }
    await people.boss.call('approveSwap', { value: false, takenBy: ids[1] ?? '' }, approve)
    await take(people.di, swapId)
    for (const value of [true, false]) {
      const body = { value, takenBy: ids[1] ?? '' }
      expect(await people.ann.refusal('approveSwap', body, approve)).toEqual([409, 'swapGone'])
    }
    expect(await ownerOf(cysShift)).toBe(ids[2])
    await people.ann.call('approveSwap', { value: true, takenBy: ids[3] ?? '' }, approve)
    expect(await ownerOf(cysShift)).toBe(ids[3])
  })

  it('has one taker, however many tap at once', async () => {
    await people.di.call('linkMember', { memberId: ids[3] ?? '' }, { params })
    await tent.answer(people.di, ids[3], { week: '1'.repeat(336), exceptions: [] })
    const swapId = await offer(people.ann, { kind: 'give', shiftId: annsShift })
    const came = await Promise.all([take(people.bo, swapId), take(people.di, swapId)])
    expect(came.map(({ status }) => status).sort()).toEqual([200, 409])
    const owner = await ownerOf(annsShift)
    expect(owner).toBe(came[0]?.ok === true ? ids[1] : ids[3])
  })

  it('is one of 50 at most; those whose shift has begun do not count', async () => {
    const [, , cy = ''] = ids
    const ask = { kind: 'ask', by: cy, to: null, forShiftId: null, takenBy: null } as const
    await tent.server.db.transaction(async (tx) => {
      for (let count = 0; count < 50; count += 1) {
        const swap = { ...ask, id: randomUUID(), shiftId: annsShift, at: new Date(count) }
        await insertSwap(tx, 'tA', swap)
      }
    })
    const bosToo = { kind: 'ask', shiftId: bosShift } as const
    const refusal = [409, 'tooManySwaps']
    expect(await people.cy.refusal('offerSwap', bosToo, { params })).toEqual(refusal)
    tent.setClock('2026-01-30T06:00:00Z')
    const id = await offer(people.cy, bosToo)
    expect((await tent.read(people.cy)).swaps).toMatchObject([{ id }])
  })

  it('is withdrawn by who offered it or plans, and is over when the shift begins', async () => {
    const swapId = await offer(people.cy, { kind: 'give', shiftId: cysShift })
    const withdraw = { params: { ...params, swapId } }
    expect(await people.bo.refusal('withdrawSwap', undefined, withdraw)).toEqual([
      403,
      'needsPlanner',
    ])
    tent.setClock('2026-01-30T06:00:00Z')
    expect(await take(people.bo, swapId)).toMatchObject({ refusal: { code: 'swapOver' } })
    expect((await tent.read(people.bo)).swaps).toEqual([])
    await people.ann.call('withdrawSwap', undefined, withdraw)
    expect(await people.ann.refusal('withdrawSwap', undefined, withdraw)).toEqual([409, 'swapGone'])
    expect((await tent.read(people.cy)).log).toMatchObject([
      { as: 'captain', what: 'swapWithdrawn', who: 'Cy Diaz' },
    ])
  })
})

describe('publishing', () => {
  const publish = (madeAt: string, removed: readonly Assignment[]) =>
    people.ann.send('publishShifts', { madeAt, removed: [...removed] }, { params })
  const nightOf = (memberId = '') => ({
    memberId,
    from: '2026-01-30T06:00:00.000Z',
    until: '2026-01-30T12:00:00.000Z',
  })

  it('undoes no swap that its planner did not see', async () => {
    const { madeAt, removed } = await tent.planned(people.ann, { ...friday, keep: true })
    await take(people.bo, await offer(people.ann, { kind: 'give', shiftId: annsShift }))
    expect(await publish(madeAt, removed)).toMatchObject({
      status: 409,
      refusal: { code: 'draftChanged', error: closerWords.draftUndoesSwap },
    })
    expect(await ownerOf(annsShift)).toBe(ids[1])
    const seen = (await tent.read(people.ann)).draft?.removed ?? []
    expect(seen).toContainEqual(nightOf(ids[1]))
    expect(await publish(madeAt, seen)).toMatchObject({ status: 200 })
    const { plan } = await tent.read(people.ann, friday)
    expect(
      plan.shifts.some(({ memberId, from }) => memberId === ids[0] && from.includes('T06')),
    ).toBe(true)
  })

  it('takes away what was shown, though half hours of it have passed since', async () => {
    await tent.answer(people.ann, ids[0], never)
    const { madeAt, removed } = await tent.planned(people.ann, { ...friday, keep: true })
    expect(removed).toContainEqual(nightOf(ids[0]))
    tent.setClock('2026-01-30T07:10:00Z')
    expect(await publish(madeAt, removed)).toMatchObject({ status: 200 })
    const { plan } = await tent.read(people.ann, friday)
    const anns = plan.shifts.filter(({ memberId }) => memberId === ids[0])
    expect(anns.map(({ until }) => until)).toEqual(['2026-01-30T07:30:00.000Z'])
  })
})

describe('being there', () => {
  it('is said from an hour before one’s own shift to its end, and counts as done', async () => {
    const here = (who: typeof people.ann, shiftId: string) =>
      who.send('arriveAtShift', undefined, { params: { ...params, shiftId } })
    expect(await here(people.ann, annsShift)).toMatchObject({ refusal: { code: 'notYourTurn' } })
    tent.setClock('2026-01-30T05:00:00Z')
    expect(await here(people.bo, annsShift)).toMatchObject({ refusal: { code: 'notYourTurn' } })
    expect(await here(people.ann, annsShift)).toMatchObject({ status: 200 })
    tent.setClock('2026-01-30T06:30:00Z')
    expect(await here(people.ann, annsShift)).toMatchObject({ status: 200 })
    const { atThisMoment, nextShift } = await tent.read(people.ann)
    expect(nextShift).toMatchObject({ id: annsShift, arrivedAt: '2026-01-30T05:00:00.000Z' })
    expect(atThisMoment).toMatchObject({ required: 2, checkIsOn: false, leaveUntil: null })
    expect(atThisMoment.shifts.map(({ id }) => id).sort()).toEqual([annsShift, cysShift])
    tent.setClock('2026-01-30T12:00:00Z')
    const { fairness } = await tent.read(people.ann)
    expect(fairness.map(({ planned, done }) => [planned.night, done.night])).toEqual([
      [6, 6],
      [0, 0],
      [6, 0],
      [0, 0],
    ])
  })

  it('is taken back by oneself until the shift is over', async () => {
    const here = { params: { ...params, shiftId: annsShift } }
    tent.setClock('2026-01-30T05:00:00Z')
    await people.ann.call('arriveAtShift', undefined, here)
    const refusal = [409, 'notYourTurn']
    expect(await people.bo.refusal('takeBackArrival', undefined, here)).toEqual(refusal)
    for (let time = 0; time < 2; time += 1) {
      await people.ann.call('takeBackArrival', undefined, here)
      expect((await tent.read(people.ann)).nextShift).toMatchObject({ arrivedAt: null })
    }
    tent.setClock('2026-01-30T06:30:00Z')
    await people.ann.call('arriveAtShift', undefined, here)
    tent.setClock('2026-01-30T12:00:00Z')
    expect(await people.ann.refusal('takeBackArrival', undefined, here)).toEqual(refusal)
  })

  it('goes on in the shift that follows one’s own after a swap, and counts as done', async () => {
    await take(people.ann, await offer(people.bo, { kind: 'give', shiftId: bosShift }))
    tent.setClock('2026-01-30T05:30:00Z')
    const here = { params: { ...params, shiftId: annsShift } }
    await people.ann.call('arriveAtShift', undefined, here)
    const arrivals = async () => {
      const { plan } = await tent.read(people.ann, friday)
      return [annsShift, bosShift].map((id) => plan.shifts.find((one) => one.id === id)?.arrivedAt)
    }
    expect(await arrivals()).toEqual(['2026-01-30T05:30:00.000Z', null])
    tent.setClock('2026-01-30T12:00:00Z')
    expect(await arrivals()).toEqual(['2026-01-30T05:30:00.000Z', '2026-01-30T12:00:00.000Z'])
    expect((await tent.read(people.ann)).nextShift).toMatchObject({
      id: bosShift,
      arrivedAt: '2026-01-30T12:00:00.000Z',
    })
    tent.setClock('2026-01-30T16:00:00Z')
    const [anns] = (await tent.read(people.ann)).fairness
    expect(anns).toMatchObject({ planned: { day: 4, night: 6 }, done: { day: 4, night: 6 } })
    const csv = await people.ann.call('exportShifts', undefined, { params, query: friday })
    expect(csv).toContain('Ann Lee,2026-01-30 07:00,2026-01-30 11:00,4,0,2026-01-30 07:00')
  })

  it('is asked of as many as the check in progress began with, though the night is over', async () => {
    tent.setClock('2026-01-30T11:55:00Z')
    await startCheck(people.mo, ['tA'])
    const now = async () => (await tent.read(people.ann)).atThisMoment
    expect(await now()).toMatchObject({ required: 2, checkIsOn: true })
    tent.setClock('2026-01-30T12:05:00Z')
    expect(await now()).toMatchObject({ required: 2, checkIsOn: true })
    await people.mo.call('endCheck', {})
    expect(await now()).toMatchObject({ required: 1, checkIsOn: false })
  })

  it('is asked of nobody outside of all periods, but in a check', async () => {
    tent.setClock('2026-01-30T06:30:00Z')
    await people.boss.call('saveSeason', { ...defaultRules, periods: [] })
    const now = async () => (await tent.read(people.ann)).atThisMoment
    expect(await now()).toMatchObject({ required: null, checkIsOn: false })
    await startCheck(people.mo, ['tA'])
    expect(await now()).toMatchObject({ required: 2, checkIsOn: true })
  })

  it('is asked for in a check, though grace of the one before still lasts', async () => {
    const now = async () => (await tent.read(people.ann)).atThisMoment
    tent.setClock('2026-01-30T06:30:00Z')
    await startCheck(people.mo, ['tA'])
    await people.mo.call('endCheck', {})
    expect(await now()).toMatchObject({ leaveUntil: '2026-01-30T07:30:00.000Z' })
    await startCheck(people.mo, ['tA'])
    expect(await now()).toMatchObject({ checkIsOn: true, leaveUntil: null })
  })

  it('can be promised for a night', async () => {
    const save = (date: string, value: boolean) =>
      people.bo.call('saveSubstitute', { date, value }, { params })
    await save('2026-01-29', true)
    await save('2026-01-30', true)
    await save('2026-01-30', true)
    const substitutes = async () => (await tent.read(people.ann)).substitutes
    expect(await substitutes()).toEqual([
      { memberId: ids[1], date: '2026-01-29' },
      { memberId: ids[1], date: '2026-01-30' },
    ])
    // The night of Thursday lasts until Friday noon.
    tent.setClock('2026-01-30T16:59:00Z')
    expect(await substitutes()).toHaveLength(2)
    tent.setClock('2026-01-30T17:00:00Z')
    expect(await substitutes()).toHaveLength(1)
    await save('2026-01-30', false)
    expect(await substitutes()).toEqual([])
  })

  it('can be promised for the night in which the clocks go back, until its noon', async () => {
    const night = '2026-10-31'
    await people.bo.call('saveSubstitute', { date: night, value: true }, { params })
    tent.setClock('2026-11-01T16:30:00Z')
    const boss = tent.server.withToken(await tent.server.signIn('later', { isSuperUser: true }))
    expect((await tent.read(boss)).substitutes).toEqual([{ memberId: ids[1], date: night }])
  })
})
