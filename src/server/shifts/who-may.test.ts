import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  always,
  ants,
  bees,
  params,
  type ShiftTent,
  startShiftTent,
} from '../../../tests/support/shift-tent.ts'
import { withValues } from '../../../tests/support/with-values.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { shiftsApi } from '../../shared/shifts/contract.ts'
import { updateAccount } from '../accounts/store.ts'
import { updateIds } from '../tents/store.ts'

let tent: ShiftTent
let ids: string[]
const tokens = new Map<string, string | undefined>()
const nobody = '00000000-0000-4000-8000-000000000001'

const everyone = [
  'visitor',
  'otherTent',
  'lineMonitor',
  'member',
  'deputy',
  'captain',
  'superUser',
] as const
type Who = (typeof everyone)[number]

/** Least first: whoever stands from here on may. */
const levels = {
  public: [...everyone],
  member: ['member', 'deputy', 'captain', 'superUser'] as Who[],
  planner: ['deputy', 'captain', 'superUser'] as Who[],
  captain: ['captain', 'superUser'] as Who[],
}

const lock = { from: '2026-01-30T07:00:00.000Z', until: '2026-01-30T08:00:00.000Z' }
const limits = { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 }

/** Each call: who may, and what is sent that is not refused for its form. */
const calls: Record<keyof typeof shiftsApi, { may: keyof typeof levels; body?: unknown }> = {
  getShifts: { may: 'member' },
  linkMember: { may: 'member', body: { memberId: nobody } },
  unlinkMember: { may: 'planner' },
  nameDeputy: { may: 'captain', body: { value: false } },
  saveShiftSettings: { may: 'planner', body: { deadline: null, approvesSwaps: false, limits } },
  // Of somebody else's row.
  saveAvailability: { may: 'planner', body: always },
  readAvailability: { may: 'member', body: 'file' },
  planShifts: { may: 'planner', body: { from: '2026-01-30', days: 1, keep: false } },
  getDraftProgress: { may: 'planner' },
  stopPlanning: { may: 'planner' },
  saveLocks: { may: 'planner', body: { locks: [{ memberId: nobody, ...lock }] } },
  publishShifts: { may: 'planner', body: { madeAt: 'never' } },
  exportShifts: { may: 'member' },
  makeShiftFeed: { may: 'member' },
  endShiftFeed: { may: 'member' },
  shiftFeed: { may: 'public' },
  swapOptions: { may: 'member' },
  offerSwap: { may: 'member', body: { kind: 'give', shiftId: nobody } },
  takeSwap: { may: 'member' },
  approveSwap: { may: 'planner', body: { value: true } },
  withdrawSwap: { may: 'member' },
  saveSubstitute: { may: 'member', body: { date: '2026-01-30', value: true } },
  arriveAtShift: { may: 'member' },
  takeBackArrival: { may: 'member' },
}

beforeAll(async () => {
  tent = await startShiftTent({ CONFIRM_NETIDS: 'approval' })
  await tent.roster([ants, { ...bees, netIDs: 'ef5, ef6', members: 'Ed Fox, Eve Fox' }])
  const { ann, bo, cy } = tent.people
  tokens.set('captain', ann.token).set('deputy', bo.token).set('member', cy.token)
  const signIn = (netID: string, roles = {}) =>
    tent.server.signIn(netID, { ...roles, isConfirmed: true })
  tokens.set('otherTent', await signIn('ef6'))
  tokens.set('lineMonitor', await signIn('mo2', { isLineMonitor: true }))
  tokens.set('superUser', await signIn('boss2', { isSuperUser: true }))
  ids = await tent.linked(ann, bo, cy)
  const [, boId = ''] = ids
  const deputy = { params: { ...params, memberId: boId } }
  await ann.call('nameDeputy', { value: true }, deputy)
})
afterAll(() => tent.server.close())

async function send(name: keyof typeof shiftsApi, who: Who): Promise<number> {
  const { method, path }: Endpoint = shiftsApi[name]
  const memberId = name === 'saveAvailability' ? (ids[3] ?? '') : nobody
  const address = withValues(path.replace(':tentId', 'tA').replace(':memberId', memberId), nobody)
  const { body } = calls[name]
  const query = name === 'readAvailability' ? '?kind=sheet&from=2026-01-30&days=1' : ''
  const token = tokens.get(who)
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const form = new FormData()
  form.append('file', new Blob(['\tAnn\n8:00\tx']), 'a.txt')
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(tent.server.url + address + query, {
    method,
    ...(body === 'file' ? { body: form } : json),
    headers: {
      ...authorization,
      ...(body === 'file' || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  })
  await answer.text()
  return answer.status
}

describe('who may do what with a tent’s shifts', () => {
  for (const [name, { may }] of Object.entries(calls)) {
    for (const who of everyone) {
      const lets = levels[may].includes(who)
      it(`${name} by ${who}: ${lets ? 'yes' : 'no'}`, async () => {
        const status = await send(name as keyof typeof shiftsApi, who)
        if (lets) expect([401, 403]).not.toContain(status)
        else expect(status).toBe(who === 'visitor' ? 401 : 403)
      })
    }
  }
})

it('a netID that is still to be proven is nobody’s, a role notwithstanding', async () => {
  const { server } = tent
  for (const [netID, roles] of [
    ['de5', {}],
    ['de6', { isLineMonitor: true }],
  ] as const) {
    await tent.roster([{ ...ants, captain: `al1 ${netID}` }, bees])
    const who = server.withToken(await server.signIn(netID, { ...roles, isConfirmed: false }))
    expect(await who.refusal('getShifts', undefined, { params })).toEqual([403, 'notYourShifts'])
  }
  expect(
    await tent.people.ann.refusal('getShifts', undefined, { params: { tentId: 'no' } }),
  ).toEqual([404, 'unknownTentRecord'])
})

it('whoever stands in the netIDs of two tents is a member of both', async () => {
  const both = { ...ants, netIDs: `${ants.netIDs}, gh8` }
  await tent.roster([both, { ...bees, netIDs: 'ef5, gh8', members: 'Ed Fox, Gil Hu' }])
  const gil = tent.server.withToken(await tent.server.signIn('gh8', { isConfirmed: true }))
  for (const tentId of ['tA', 'tB']) {
    const { me, people } = await gil.call('getShifts', undefined, { params: { tentId } })
    expect([me.as, people.length > 0]).toEqual(['member', true])
  }
  await tent.roster([ants, { ...bees, netIDs: 'ef5, ef6', members: 'Ed Fox, Eve Fox' }])
})

it('a deputy unlinks members and themself, but neither the captain nor another deputy', async () => {
  const { ann, bo, cy } = tent.people
  const [annId = '', boId = '', cyId = ''] = ids
  const row = (memberId: string) => ({ params: { ...params, memberId } })
  const unlink = (memberId: string) => bo.refusal('unlinkMember', undefined, row(memberId))
  await ann.call('nameDeputy', { value: true }, row(cyId))
  expect(await unlink(annId)).toEqual([403, 'needsCaptain'])
  expect(await unlink(cyId)).toEqual([403, 'needsCaptain'])
  expect((await tent.read(cy)).me.as).toBe('deputy')
  await ann.call('nameDeputy', { value: false }, row(cyId))
  await bo.call('unlinkMember', undefined, row(cyId))
  await bo.call('unlinkMember', undefined, row(boId))
  for (const [who, memberId] of [
    [bo, boId],
    [cy, cyId],
  ] as const) {
    expect((await tent.read(who)).me).toMatchObject({ memberId: null, as: 'member' })
    await who.call('linkMember', { memberId }, { params })
  }
  await ann.call('nameDeputy', { value: true }, row(boId))
})

it('times end with the link of an account; of a row without an account they stay', async () => {
  const { ann, di } = tent.people
  const diId = ids[3] ?? ''
  const row = { params: { ...params, memberId: diId } }
  const timesOf = async () => {
    const { answeredAt, availability } = (await tent.read(ann)).people[3] ?? {}
    return { answeredAt, availability }
  }
  const none = { answeredAt: null, availability: null }
  await di.call('linkMember', { memberId: diId }, { params })
  await tent.answer(di, diId, always)
  expect(await timesOf()).toMatchObject({ availability: always })
  await ann.call('unlinkMember', undefined, row)
  expect(await timesOf()).toEqual(none)
  await tent.answer(ann, diId, always)
  await ann.call('unlinkMember', undefined, row)
  expect(await timesOf()).toMatchObject({ availability: always })
  // What changed nothing is no act.
  const unlinked = (await tent.read(ann)).log.filter(
    ({ what, who }) => what === 'unlinked' && who === 'Di Evans',
  )
  expect(unlinked).toHaveLength(1)
})

it('a super user may not do less as a deputy of their own tent', async () => {
  const { ann, boss, cy } = tent.people
  const [, , cyId = '', ownId = ''] = ids
  const row = (memberId: string) => ({ params: { ...params, memberId } })
  await tent.roster([{ ...ants, netIDs: 'al1, bc2, cd3, boss' }, bees])
  await boss.call('linkMember', { memberId: ownId }, { params })
  await ann.call('nameDeputy', { value: true }, row(ownId))
  expect((await tent.read(boss)).me.as).toBe('superUser')
  await boss.call('nameDeputy', { value: true }, row(cyId))
  await boss.call('unlinkMember', undefined, row(cyId))
  await boss.call('unlinkMember', undefined, row(ownId))
  await cy.call('linkMember', { memberId: cyId }, { params })
  await tent.roster([ants, bees])
})

it('a captain who is confirmed no more is none, and their deputies end with them', async () => {
  const { mo, bo, ann } = tent.people
  const asBo = async () => {
    const { me, people: rows } = await tent.read(bo)
    return [me.as, rows.map(({ isCaptain }) => isCaptain)]
  }
  expect(await asBo()).toEqual(['deputy', [true, false, false, false]])
  await mo.call('confirmUser', { netID: 'al1', value: false })
  expect(await ann.refusal('getShifts', undefined, { params })).toEqual([403, 'notYourShifts'])
  expect(await asBo()).toEqual(['member', [false, false, false, false]])
  await mo.call('confirmUser', { netID: 'al1', value: true })
})

it('whoever has a word of the captain’s name as their netID is not the captain', async () => {
  const { server } = tent
  await tent.roster([{ ...ants, captain: 'Ann Smith (al1)' }, bees])
  for (const netID of ['ann', 'smith']) {
    const who = server.withToken(await server.signIn(netID, { isConfirmed: true }))
    expect(await who.refusal('getShifts', undefined, { params })).toEqual([403, 'notYourShifts'])
  }
  await tent.people.ann.call('stopPlanning', undefined, { params })
})

it('a change is made with the rights that its person has by then', async () => {
  const { db } = tent.server
  const { transaction } = db
  db.transaction = async (work) => {
    db.transaction = transaction
    await transaction((tx) => updateAccount(tx, 'boss', { isSuperUser: false }))
    return transaction(work)
  }
  const saved = tent.people.boss.refusal('saveLocks', { locks: [] }, { params })
  expect(await saved).toEqual([403, 'notYourShifts'])
})

it('a tent is found by every id that it had, and its planning goes with it', async () => {
  await tent.roster([{ ...ants, id: 'tA' }, bees])
  await tent.server.db.transaction((tx) => updateIds(tx, new Map([['tA', 'tNew']]), new Date()))
  const { tent: now, people: rows } = await tent.read(tent.people.ann)
  expect(now.id).toBe('tNew')
  expect(rows.map(({ hasAccount }) => hasAccount)).toEqual([true, true, true, false])
})
