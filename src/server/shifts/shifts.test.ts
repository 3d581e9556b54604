import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { answeredOrWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import {
  always,
  ants,
  bees,
  memberNames,
  never,
  params,
  type ShiftTent,
  startShiftTent,
} from '../../../tests/support/shift-tent.ts'
import { until } from '../../../tests/support/until.ts'
import { overlap } from '../../shared/shifts/overlap.ts'
import type { Assignment, TentShifts } from '../../shared/shifts/tent-shifts.ts'
import { insertShifts, lockShiftTent } from './store.ts'

let tent: ShiftTent
let people: ShiftTent['people']
let server: ShiftTent['server']

beforeEach(async () => {
  tent = await startShiftTent()
  people = tent.people
  server = tent.server
})
afterEach(() => server.close())

describe('who is who', () => {
  it('is seen by members alone, and a member links themself once', async () => {
    const before = await tent.read(people.bo)
    expect(before.me).toMatchObject({ memberId: null, as: 'member', canPlan: false })
    expect(before.me.suggested).toBe(before.people[1]?.id)
    expect(before.people.map(({ name }) => name)).toEqual(memberNames)
    const [annId = '', boId = ''] = await tent.linked(people.ann, people.bo)
    expect((await tent.read(people.bo)).me.memberId).toBe(boId)
    // Again, because the answer was lost.
    await people.bo.call('linkMember', { memberId: boId }, { params })
    expect(await people.bo.refusal('linkMember', { memberId: annId }, { params })).toEqual([
      409,
      'linkedAlready',
    ])
    expect(await people.cy.refusal('linkMember', { memberId: annId }, { params })).toEqual([
      409,
      'linkedAlready',
    ])
    for (const who of [people.ed, people.mo]) {
      expect(await who.refusal('getShifts', undefined, { params })).toEqual([403, 'notYourShifts'])
    }
    expect((await tent.read(people.boss)).me).toMatchObject({ as: 'superUser', memberId: null })
  })

  it('is mended by the captain, who names deputies of those with an account', async () => {
    const [, boId = '', cyId = ''] = await tent.linked(people.ann, people.bo)
    const deputy = (who: typeof people.ann, memberId: string, value = true) =>
      who.refusal('nameDeputy', { value }, { params: { ...params, memberId } })
    expect(await deputy(people.bo, boId)).toEqual([403, 'needsPlanner'])
    expect(await deputy(people.ann, cyId)).toEqual([409, 'notLinked'])
    await people.ann.call('nameDeputy', { value: true }, { params: { ...params, memberId: boId } })
    expect((await tent.read(people.bo)).me).toMatchObject({ as: 'deputy', canPlan: true })
    expect(await deputy(people.bo, boId, false)).toEqual([403, 'needsCaptain'])
    const tonight = { date: '2026-01-29', value: true }
    await people.bo.call('saveSubstitute', tonight, { params })
    expect((await tent.read(people.ann)).substitutes).toHaveLength(1)
    await people.ann.call('unlinkMember', undefined, { params: { ...params, memberId: boId } })
    expect((await tent.read(people.bo)).me).toMatchObject({ as: 'member', memberId: null })
    expect((await tent.read(people.ann)).substitutes).toEqual([])
    await people.cy.call('linkMember', { memberId: boId }, { params })
    expect((await tent.read(people.cy)).me).toMatchObject({ as: 'member', memberId: boId })
  })

  it('follows the roster: another captain plans, who left has open shifts', async () => {
    const ids = await tent.threeFree()
    await tent.publish(people.ann, (await tent.planned(people.ann)).madeAt)
    const before = await tent.read(people.bo, { from: '2026-01-30', days: 1 })
    expect(before.plan.short).toEqual([])
    expect(before.plan.shifts.some(({ memberId }) => memberId === ids[2])).toBe(true)
    await tent.roster([
      { ...ants, captain: 'bc2', members: 'Ann Lee, Bo Chen', netIDs: 'al1, bc2' },
      bees,
    ])
    const after = await tent.read(people.bo, { from: '2026-01-30', days: 1 })
    expect(after.me).toMatchObject({ as: 'captain', memberId: ids[1] })
    expect((await tent.read(people.ann)).me).toMatchObject({ as: 'member' })
    expect(after.plan.shifts.some(({ memberId }) => memberId === null)).toBe(true)
    expect(after.plan.short.length).toBeGreaterThan(0)
    expect(await people.cy.refusal('getShifts', undefined, { params })).toEqual([
      403,
      'notYourShifts',
    ])
  })

  it('ends deputies with the captain who named them; those of a super user stay', async () => {
    const [annId = '', boId = '', cyId = ''] = await tent.linked(
      people.ann,
      people.bo,
      people.cy,
      people.di,
    )
    const name = (who: typeof people.ann, memberId: string) =>
      who.call('nameDeputy', { value: true }, { params: { ...params, memberId } })
    await name(people.ann, boId)
    await name(people.boss, cyId)
    const as = async (who: typeof people.ann) => (await tent.read(who)).me.as
    expect([await as(people.bo), await as(people.cy)]).toEqual(['deputy', 'deputy'])
    await tent.roster([{ ...ants, captain: 'de4' }, bees])
    expect([await as(people.bo), await as(people.cy)]).toEqual(['member', 'deputy'])
    expect(await as(people.ann)).toBe('member')
    const deputies = async () =>
      (await tent.read(people.di)).people.flatMap(({ id, isDeputy }) => (isDeputy ? [id] : []))
    expect(await deputies()).toEqual([cyId])
    // The new captain may name them again, and the old one as well.
    await name(people.di, boId)
    await name(people.di, annId)
    expect(await as(people.bo)).toBe('deputy')
    await people.di.call('unlinkMember', undefined, { params: { ...params, memberId: annId } })
    await people.di.call('nameDeputy', { value: false }, { params: { ...params, memberId: boId } })
    expect(await deputies()).toEqual([cyId])
  })

  it('is told to a captain who stands in the column alone: the tent is in their list to plan', async () => {
    const row = { ...ants, captain: 'Cap One, cap1', netIDs: 'bc2, cd3' }
    await tent.roster([row, bees])
    const captain = server.withToken(await server.signIn('cap1', { isConfirmed: false }))
    const mine = async (who: typeof captain) =>
      (await who.call('listTents')).map(({ id, isCaptain }) => [id, isCaptain])
    expect(await mine(captain)).toEqual([
      ['tA', true],
      ['tB', undefined],
    ])
    expect((await tent.read(captain)).me).toMatchObject({ as: 'captain', canPlan: true })
    expect((await captain.call('listTents'))[0]).not.toHaveProperty('seenBy')
    expect((await mine(people.ed)).map(([, isCaptain]) => isCaptain)).toEqual([undefined, true])
    for (const who of [people.bo, people.mo, people.boss]) {
      expect((await mine(who)).every(([, isCaptain]) => isCaptain === undefined)).toBe(true)
    }
    const proving = await server.another({ CONFIRM_NETIDS: 'approval' })
    const unproven = proving.withToken(await proving.signIn('cap2', { isConfirmed: false }))
    await tent.roster([{ ...row, captain: 'cap2' }, bees])
    expect((await mine(unproven)).every(([, isCaptain]) => isCaptain === undefined)).toBe(true)
    await proving.close()
  })

  it('tells two of one name apart in the log and the file, as the screen does', async () => {
    const two = { members: 'Ann Lee, Bo Chen, Bo Chen', netIDs: 'al1, bc2, cd3' }
    await tent.roster([{ ...ants, ...two }, bees])
    const memberId = (await tent.read(people.ann)).people[2]?.id ?? ''
    const span = { from: new Date('2026-01-30T15:00Z'), until: new Date('2026-01-30T17:00Z') }
    await people.ann.call('saveAvailability', always, { params: { ...params, memberId } })
    await server.db.transaction((tx) =>
      insertShifts(tx, 'tA', [{ id: randomUUID(), memberId, ...span, arrivedAt: null }]),
    )
    const { log, people: rows } = await tent.read(people.ann)
    expect(log.map(({ who }) => who)).toEqual(['Bo Chen (2)'])
    expect(rows.map(({ name }) => name)).toEqual(['Ann Lee', 'Bo Chen', 'Bo Chen'])
    const csv = await people.ann.call('exportShifts', undefined, {
      params,
      query: { from: '2026-01-30', days: 1 },
    })
    expect(csv).toContain('Bo Chen (2),2026-01-30 10:00')
  })

  it('shows what a super user helped with in the tent’s own log', async () => {
    const settings = { ...(await tent.read(people.boss)).settings, approvesSwaps: true }
    await people.boss.call('saveShiftSettings', settings, { params })
    const memberId = (await tent.read(people.boss)).people[2]?.id ?? ''
    await people.boss.call('linkMember', { memberId }, { params })
    await people.boss.call('saveAvailability', always, { params: { ...params, memberId } })
    expect((await tent.read(people.bo)).log).toMatchObject([
      { by: 'Harper', as: 'superUser', what: 'answered', who: 'Cy Diaz' },
      { by: 'Harper', as: 'superUser', what: 'linked', who: 'Cy Diaz' },
      { by: 'Harper', as: 'superUser', what: 'settings', who: '' },
    ])
  })
})

describe('answers', () => {
  it('are seen by their member and by who plans; the others see who answered', async () => {
    const [annId, boId, cyId] = await tent.linked(people.ann, people.bo)
    await tent.answer(people.bo, boId, always)
    const seen = ({ people: rows }: TentShifts) =>
      rows.map(({ free, answeredAt }) => [free?.slice(0, 2) ?? null, answeredAt !== null])
    expect(seen(await tent.read(people.ann))).toEqual([
      ['00', false],
      ['11', true],
      ['00', false],
      ['00', false],
    ])
    expect(seen(await tent.read(people.cy))).toEqual([
      [null, false],
      [null, true],
      [null, false],
      [null, false],
    ])
    const of = (memberId = '') => ({ params: { ...params, memberId } })
    expect(await people.bo.refusal('saveAvailability', never, of(annId))).toEqual([
      403,
      'needsPlanner',
    ])
    expect(await people.ann.refusal('saveAvailability', never, of(boId))).toEqual([
      403,
      'answersThemself',
    ])
    await people.ann.call('saveAvailability', always, of(cyId))
    const { cannotCover } = await tent.read(people.ann, { from: '2026-01-30', days: 1 })
    expect(cannotCover).toEqual([])
  })

  it('that are too few are said before any plan', async () => {
    const [annId] = await tent.linked(people.ann)
    await tent.answer(people.ann, annId, always)
    const { cannotCover, slots } = await tent.read(people.bo, { from: '2026-01-30', days: 1 })
    expect(slots.filter(({ need }) => need === 2)).toHaveLength(12)
    expect(cannotCover).toEqual([
      { from: '2026-01-30T06:00:00.000Z', until: '2026-01-30T12:00:00.000Z', need: 2, there: 1 },
    ])
  })

  it('are said until they are over, from the half hour on that it is', async () => {
    const [annId] = await tent.linked(people.ann)
    await tent.answer(people.ann, annId, always)
    const shown = async () => (await tent.read(people.ann)).cannotCover.map(({ from }) => from)
    tent.setClock('2026-01-30T05:59:00Z')
    expect((await shown())[0]).toBe('2026-01-30T06:00:00.000Z')
    tent.setClock('2026-01-30T11:59:00Z')
    expect((await shown())[0]).toBe('2026-01-30T11:30:00.000Z')
    tent.setClock('2026-01-30T12:00:00Z')
    expect((await shown())[0]).toBe('2026-01-31T07:30:00.000Z')
  })
})

describe('a plan', () => {
  it('is a draft for who plans until it is published, and keeps what it can', async () => {
    const ids = await tent.threeFree()
    const draft = await tent.planned(people.ann)
    expect(draft).toMatchObject({ from: '2026-01-30', days: 1, short: [], removed: [] })
    expect(draft.added).toEqual(draft.shifts)
    expect(await tent.read(people.bo)).toMatchObject({ draft: null, locks: null, job: null })
    expect(
      await people.ann.refusal('publishShifts', { madeAt: '2026-01-28T15:00:00.000Z' }, { params }),
    ).toEqual([409, 'draftChanged'])
    await tent.publish(people.ann, draft.madeAt)
    const {
      plan,
      fairness,
      draft: none,
    } = await tent.read(people.ann, { from: '2026-01-30', days: 1 })
    expect(none).toBeNull()
    expect(plan.shifts.map(({ memberId, from, until }) => ({ memberId, from, until }))).toEqual(
      expect.arrayContaining(draft.shifts),
    )
    expect(fairness.reduce((sum, { planned }) => sum + planned.night, 0)).toBe(12)
    // Cy can't be there any more: all others stay where they are.
    await tent.answer(people.cy, ids[2], never)
    const again = await tent.planned(people.ann, { from: '2026-01-30', days: 1, keep: true })
    expect(again.short).toEqual([])
    const others = (list: { memberId: string | null }[]) =>
      list.filter(({ memberId }) => memberId !== ids[2])
    const slotsKept = others(draft.shifts).every((shift) => {
      const { memberId, from, until } = shift as (typeof draft.shifts)[number]
      return again.shifts.some(
        (one) => one.memberId === memberId && one.from <= from && until <= one.until,
      )
    })
    expect(slotsKept).toBe(true)
  })

  it('keeps who is there, but not where their shift begins hours later now', async () => {
    const [annId = '', boId = ''] = await tent.linked(people.ann, people.bo)
    const [from, until] = ['2026-01-30T06:00:00.000Z', '2026-01-30T12:00:00.000Z']
    const arrivedAt = new Date('2026-01-30T05:10Z')
    const held = (memberId: string) => ({
      id: randomUUID(),
      memberId,
      from: new Date(from),
      until: new Date(until),
      arrivedAt,
    })
    await server.db.transaction((tx) => insertShifts(tx, 'tA', [held(annId), held(boId)]))
    tent.setClock('2026-01-30T05:20:00Z')
    const locks = [
      { memberId: annId, from, until: '2026-01-30T11:00:00.000Z' },
      { memberId: boId, from: '2026-01-30T10:00:00.000Z', until },
    ]
    await people.ann.call('saveLocks', { locks }, { params })
    await tent.publish(people.ann, (await tent.planned(people.ann)).madeAt)
    const { plan } = await tent.read(people.ann, { from: '2026-01-30', days: 1 })
    expect(plan.shifts.map((shift) => [shift.memberId, shift.arrivedAt])).toEqual([
      [annId, arrivedAt.toISOString()],
      [boId, null],
    ])
  })

  it('is known while other days are shown, with who else is on one’s next shift', async () => {
    const elsewhere = { from: '2026-03-01', days: 1 }
    await tent.threeFree()
    expect(await tent.read(people.bo, elsewhere)).toMatchObject({ isPlanned: false })
    await tent.publish(people.ann, (await tent.planned(people.ann)).madeAt)
    const here = await tent.read(people.bo, { from: '2026-01-30', days: 1 })
    const { nextShift } = here
    if (nextShift === null) throw new Error('Nothing was planned for Bo')
    const others = here.plan.shifts.filter(
      (one) => one.id !== nextShift.id && overlap(one, nextShift),
    )
    expect(others).not.toEqual([])
    expect(await tent.read(people.bo, elsewhere)).toMatchObject({
      plan: { shifts: [] },
      isPlanned: true,
      nextShift,
      nextShiftWith: [...new Set(others.map(({ memberId }) => memberId))],
    })
    tent.setClock('2026-02-01T15:00:00Z')
    expect(await tent.read(people.bo)).toMatchObject({ isPlanned: false, nextShiftWith: [] })
  })

  it('counts of a shift that crosses its start each part once, and shows it as it stays', async () => {
    const [annId = '', boId = ''] = await tent.linked(people.ann, people.bo)
    const held = (memberId: string, from: string, until: string) => ({
      id: randomUUID(),
      memberId,
      from: new Date(from),
      until: new Date(until),
      arrivedAt: null,
    })
    // Ann from 11 PM on Thursday to 1 AM; Bo over the end of Friday.
    await server.db.transaction((tx) =>
      insertShifts(tx, 'tA', [
        held(annId, '2026-01-30T04:00Z', '2026-01-30T06:00Z'),
        held(boId, '2026-01-31T03:00Z', '2026-01-31T06:00Z'),
      ]),
    )
    const locks = [
      { memberId: annId, from: '2026-01-30T05:00:00.000Z', until: '2026-01-30T06:00:00.000Z' },
      { memberId: boId, from: '2026-01-31T03:00:00.000Z', until: '2026-01-31T05:00:00.000Z' },
    ]
    await people.ann.call('saveLocks', { locks }, { params })
    const draft = await tent.planned(people.ann)
    expect(draft.shifts).toEqual(locks)
    expect([draft.added, draft.removed]).toEqual([[], []])
    // Ann has one hour before the draft and one in it, Bo two in it, the others none.
    expect(draft.figures.daySpreadHours).toBe(2)
  })

  it('is made for each who asks at one moment; one of them stays', async () => {
    await tent.linked(people.ann, people.bo)
    const ask = (days: number) =>
      people.ann.call('planShifts', { from: '2026-01-30', days, keep: false }, { params })
    await Promise.all([ask(1), ask(2), ask(3)])
    const { draft } = await tent.read(people.ann)
    expect([1, 2, 3]).toContain(draft?.days)
  })

  it('keeps locks, and is refused where there is nothing to plan', async () => {
    const [annId = ''] = await tent.linked(people.ann)
    const lock = {
      memberId: annId,
      from: '2026-01-30T07:00:00.000Z',
      until: '2026-01-30T09:00:00.000Z',
    }
    await people.ann.call('saveLocks', { locks: [lock] }, { params })
    expect((await tent.planned(people.ann)).shifts).toEqual([lock])
    const changeOfClocks = {
      memberId: annId,
      from: '2026-03-08T06:30:00.000Z',
      until: '2026-03-08T07:30:00.000Z',
    }
    await people.ann.call('saveLocks', { locks: [lock, changeOfClocks] }, { params })
    for (const locks of [
      [{ ...lock, until: lock.from }],
      [{ ...lock, from: '2026-01-30T07:10:00.000Z' }],
      [{ ...lock, from: '2026-01-20T07:00:00.000Z' }],
      [{ ...lock, until: '2026-06-30T07:00:00.000Z' }],
      [{ ...lock, until: '2026-01-30T09:00:00Z' }],
      [{ ...changeOfClocks, from: '2026-03-08T06:45:00.000Z' }],
      [lock, { ...lock, from: '2026-01-30T08:00:00.000Z', until: '2026-01-30T09:30:00.000Z' }],
    ]) {
      expect(await people.ann.refusal('saveLocks', { locks }, { params })).toEqual([
        400,
        'locksInvalid',
      ])
    }
    const refusal = (from: string) =>
      people.ann.refusal('planShifts', { from, days: 1, keep: false }, { params })
    expect(await refusal('2026-01-28')).toEqual([409, 'planInPast'])
    expect(await refusal('2026-02-10')).toEqual([409, 'nothingToPlan'])
    expect(await refusal('2026-02-30')).toEqual([400, 'dayInvalid'])
    expect(
      await people.bo.refusal(
        'planShifts',
        { from: '2026-01-30', days: 1, keep: false },
        { params },
      ),
    ).toEqual([403, 'needsPlanner'])
  })

  it('is shown without who left the roster since, as it would be published', async () => {
    const [, boId] = await tent.threeFree()
    const before = await tent.planned(people.ann)
    expect(before.short).toEqual([])
    expect(before.shifts.some(({ memberId }) => memberId === boId)).toBe(true)
    await tent.roster([{ ...ants, members: 'Ann Lee, Cy Diaz', netIDs: 'al1, cd3' }, bees])
    const { draft } = await tent.read(people.ann)
    const whole = before.shifts.filter(({ memberId }) => memberId !== boId)
    expect(draft).toMatchObject({ shifts: whole, added: whole, removed: [] })
    await tent.publish(people.ann, before.madeAt)
    const { plan } = await tent.read(people.ann, { from: '2026-01-30', days: 1 })
    expect(draft?.short).toEqual(plan.short)
    expect(plan.short).not.toEqual([])
  })

  it('is short where somebody is not free any more, unless they are locked', async () => {
    const [, boId = ''] = await tent.threeFree()
    const before = await tent.planned(people.ann)
    const [bos] = before.shifts.filter(({ memberId }) => memberId === boId)
    if (bos === undefined) throw new Error('Nothing was planned for Bo')
    expect(before.short).toEqual([])
    await tent.answer(people.bo, boId, never)
    const short = async () => (await tent.read(people.ann)).draft?.short ?? []
    const isOf = ({ from }: { from: string }) => bos.from <= from && from < bos.until
    expect((await short()).some(isOf)).toBe(true)
    await people.ann.call('saveLocks', { locks: [bos] }, { params })
    expect((await short()).some(isOf)).toBe(false)
  })

  it('keeps a lock that began days ago while others are changed', async () => {
    const [annId = '', boId = ''] = await tent.linked(people.ann, people.bo)
    const long = {
      memberId: annId,
      from: '2026-01-30T07:00:00.000Z',
      until: '2026-02-03T07:00:00.000Z',
    }
    const other = { ...long, memberId: boId, from: '2026-02-03T05:00:00.000Z' }
    const save = (locks: (typeof long)[]) => people.ann.send('saveLocks', { locks }, { params })
    await save([long])
    tent.setClock('2026-02-02T15:00:00Z')
    expect(await save([long, other])).toMatchObject({ status: 200 })
    expect((await tent.read(people.ann)).locks).toEqual([long, other])
    expect(await save([{ ...long, until: other.from }])).toMatchObject({ status: 400 })
  })

  it('keeps the locks that another planner saved since, and says so', async () => {
    const [annId = '', boId = ''] = await tent.linked(people.ann, people.bo)
    const night = { from: '2026-01-30T07:00:00.000Z', until: '2026-01-30T09:00:00.000Z' }
    const [anns, bos] = [annId, boId].map((memberId) => ({ memberId, ...night })) as [
      Assignment,
      Assignment,
    ]
    const save = (locks: Assignment[], was: Assignment[]) =>
      people.ann.send('saveLocks', { locks, was }, { params })
    await save([anns], [])
    const refusal = { status: 409, refusal: { code: 'locksChanged' } }
    expect(await save([bos], [])).toMatchObject(refusal)
    expect(await save([anns, bos], [anns])).toMatchObject({ status: 200 })
    expect(await save([], [anns])).toMatchObject(refusal)
    expect((await tent.read(people.ann)).locks).toEqual([anns, bos])
    // A page may still show those that are over.
    tent.setClock('2026-01-30T09:00:00Z')
    expect(await save([], [anns, bos])).toMatchObject({ status: 200 })
  })

  it('keeps the settings that are not sent', async () => {
    const { settings } = await tent.read(people.ann)
    const save = (some: Partial<typeof settings>) =>
      people.ann.call('saveShiftSettings', some, { params })
    const deadline = '2026-02-03T17:00:00.000Z'
    await save({ deadline })
    await save({ approvesSwaps: true })
    expect((await tent.read(people.ann)).settings).toEqual({
      ...settings,
      deadline,
      approvesSwaps: true,
    })
  })

  it('keeps no locks of who left the roster, also where a page still shows and sends them', async () => {
    const [annId = '', boId = ''] = await tent.linked(people.ann, people.bo)
    const lockOf = (memberId: string, hour: number) => ({
      memberId,
      from: `2026-01-30T0${hour}:00:00.000Z`,
      until: `2026-01-30T0${hour + 1}:00:00.000Z`,
    })
    const stale = [lockOf(boId, 6), lockOf(boId, 8)]
    const save = (locks: ReturnType<typeof lockOf>[]) =>
      people.ann.call('saveLocks', { locks }, { params })
    const shown = async () => (await tent.read(people.ann)).locks
    await save(stale)
    await tent.roster([{ ...ants, members: 'Ann Lee, Cy Diaz', netIDs: 'al1, cd3' }, bees])
    expect(await shown()).toEqual([])
    await save([...stale, lockOf(annId, 6)])
    expect(await shown()).toEqual([lockOf(annId, 6)])
    await save([])
    expect(await shown()).toEqual([])
  })

  it('gets better while one watches, until it is over', async () => {
    await tent.threeFree()
    await people.ann.call('planShifts', { from: '2026-01-30', days: 2, keep: false }, { params })
    const progress = () => people.ann.call('getDraftProgress', undefined, { params })
    const over = await until(async () => {
      const { job, figures } = await progress()
      // The clock of the server stands still here, so the search ends when nothing better is found.
      return job?.state === 'done' && { figures }
    })
    expect(over.figures).toMatchObject({ uncoveredHours: 0 })
    expect(await people.bo.refusal('getDraftProgress', undefined, { params })).toEqual([
      403,
      'needsPlanner',
    ])
  })

  it('is followed by a calendar without a session, until its address is replaced', async () => {
    const ids = await tent.threeFree()
    await tent.publish(people.ann, (await tent.planned(people.ann)).madeAt)
    const { path } = await people.bo.call('makeShiftFeed', undefined, { params })
    const feed = await fetch(server.url + path)
    expect(feed.headers.get('content-type')).toContain('text/calendar')
    const text = await feed.text()
    const mine = (await tent.read(people.bo, { from: '2026-01-30', days: 1 })).plan.shifts.filter(
      ({ memberId }) => memberId === ids[1],
    )
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(mine.length)
    await people.bo.call('makeShiftFeed', undefined, { params })
    expect((await fetch(server.url + path)).status).toBe(404)
    const csv = await people.bo.call('exportShifts', undefined, {
      params,
      query: { from: '2026-01-30', days: 1 },
    })
    expect(csv).toContain('Member,From,Until,Day Hours,Night Hours,Arrived\r\n')
    expect(csv).toContain('2026-01-30')
  })

  it('has a shift over midnight in the table and in the file of both days', async () => {
    const [memberId = ''] = await tent.linked(people.ann)
    const span = { from: new Date('2026-01-29T03:00Z'), until: new Date('2026-01-29T12:00Z') }
    await server.db.transaction((tx) =>
      insertShifts(tx, 'tA', [{ id: randomUUID(), memberId, ...span, arrivedAt: null }]),
    )
    const found = ['2026-01-27', '2026-01-28', '2026-01-29', '2026-01-30'].map(async (from) => {
      const query = { from, days: 1 }
      const { plan } = await tent.read(people.ann, query)
      const csv = await people.ann.call('exportShifts', undefined, { params, query })
      const rows = String(csv).split('\r\n')
      return [plan.shifts.length, rows.filter((row) => row.includes('Ann Lee'))]
    })
    const row = 'Ann Lee,2026-01-28 22:00,2026-01-29 07:00,3,6,'
    expect(await Promise.all(found)).toEqual([
      [0, []],
      [1, [row]],
      [1, [row]],
      [0, []],
    ])
  })

  it.each([
    [
      'their account is disabled, also once it is enabled again',
      async () => {
        for (const value of [true, false])
          await people.boss.call('disableUser', { netID: 'bc2', value })
      },
    ],
    [
      'their password is reset',
      async () => {
        const { url } = await people.boss.call('makeResetLink', { netID: 'bc2' })
        const token = new URL(url).hash.slice(1)
        await server.as('visitor').call('resetPassword', { token, newPassword: 'gloves at 2 am' })
      },
    ],
  ])('is followed by no calendar of before once %s', async (_, end) => {
    await tent.threeFree()
    const { path } = await people.bo.call('makeShiftFeed', undefined, { params })
    expect((await server.ask(path)).status).toBe(200)
    await end()
    expect((await server.ask(path)).status).toBe(404)
  })

  it.skipIf(inject('postgresUrl') === '')(
    'gives no calendar to a session that ended while it was asked for',
    async () => {
      await tent.threeFree()
      const release = await holdOpen(server.db, (tx) => lockShiftTent(tx, params.tentId))
      const asked = people.bo.refusal('makeShiftFeed', undefined, { params })
      await answeredOrWaiting(server.db, asked)
      await people.boss.call('endSessions', { netID: 'bc2' })
      await release()
      expect(await asked).toEqual([401, 'notSignedIn'])
    },
  )

  it('is in no calendar of somebody who is not shown the tent any more', async () => {
    await tent.threeFree()
    const { path } = await people.bo.call('makeShiftFeed', undefined, { params })
    const proving = await server.another({ CONFIRM_NETIDS: 'approval' })
    const status = async () => (await proving.ask(path)).status
    expect(await status()).toBe(200)
    // This server learns from the other one what has changed.
    await people.boss.call('confirmUser', { netID: 'bc2', value: false })
    await expect.poll(status).toBe(404)
    await people.boss.call('confirmUser', { netID: 'bc2', value: true })
    await expect.poll(status).toBe(200)
    await tent.roster([{ ...ants, netIDs: 'al1, cd3, de4' }, bees])
    await expect.poll(status).toBe(404)
    await proving.close()
  })
})
