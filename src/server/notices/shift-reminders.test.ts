import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  ants,
  bees,
  params,
  type ShiftTent,
  startShiftTent,
} from '../../../tests/support/shift-tent.ts'
import { defaultNoticeSettings } from '../../shared/notices/contract.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { sha256, systemContext } from '../context.ts'
import { pushSubscriptions, users } from '../db/schema.ts'
import { mailWork } from '../mail/send.ts'
import { listNoticesOf, mailQueue } from '../mail/store.ts'
import { pushWorks } from '../push/send.ts'
import { pushQueue } from '../push/store.ts'
import {
  insertShifts,
  listTold,
  removeShifts,
  updateShiftOwner,
  updateShiftPerson,
  updateTold,
} from '../shifts/store.ts'
import { letterWriter } from './letters.ts'
import { occasionReader } from './occasions.ts'
import { planReminders } from './shift-reminders.ts'
import { updateNoticeSettings } from './store.ts'
import { unsubscribeToken } from './unsubscribing.ts'

let tent: ShiftTent
let now: Date
const shiftId = '00000000-0000-4000-8000-00000000000a'
const other = '00000000-0000-4000-8000-00000000000b'
const config = { confirmNetIDs: 'off', smtpUrl: 'smtp://localhost', publicUrl: 'http://x' } as const

beforeEach(async () => {
  tent = await startShiftTent({}, { tells: false })
  const [ann = '', bo = ''] = await tent.threeFree()
  const night = { from: new Date('2026-01-30T06:00Z'), until: new Date('2026-01-30T12:00Z') }
  await tent.server.db.transaction((tx) =>
    insertShifts(tx, 'tA', [
      { id: shiftId, memberId: bo, ...night, arrivedAt: null },
      { id: other, memberId: ann, ...night, arrivedAt: new Date('2026-01-30T05:50Z') },
    ]),
  )
})
afterEach(() => tent.server.close())

/** A server that reminds, at this time. */
function reminding(time: string) {
  now = new Date(time)
  return {
    ...systemContext,
    db: tent.server.db,
    log: tent.server.app.log,
    secretKey: '5e'.repeat(32),
    config: config as never,
    now: () => now,
  }
}

/** What waits to be pushed, with the netIDs that it is for; each taken once. */
async function pushed(ctx: ReturnType<typeof reminding>, isConfirmed = true) {
  const found: [string, string[]][] = []
  const later = new Date(ctx.now().getTime() + 60_000)
  for (;;) {
    const push = await ctx.db.statement((tx) => pushQueue.take(tx, ctx.now(), later))
    if (push === undefined) return found.sort()
    const occasion = await ctx.db.read((reader) => occasionReader(ctx)(reader, push))
    const wordsFor = occasion !== null && 'wordsFor' in occasion ? occasion.wordsFor : () => null
    const people = ['al1', 'bc2', 'cd3', 'ef5'].filter(
      (netID) => wordsFor({ netID, isConfirmed } as never) != null,
    )
    const words = wordsFor({ netID: people[0] ?? '', isConfirmed } as never)
    found.push([words?.title ?? '', people])
  }
}

/** The mails about shifts that are kept, sent or not. */
const shiftMails = async ({ db }: ReturnType<typeof reminding>) =>
  (await db.read((reader) => listNoticesOf(reader, 'al1'))).filter(({ kind }) => kind === 'shifts')

it('are told once, whichever servers look', async () => {
  const ctx = reminding('2026-01-30T05:00:00Z')
  await Promise.all([planReminders(ctx), planReminders(ctx)])
  await planReminders(ctx)
  expect(await pushed(ctx)).toEqual([['Your shift begins in an hour', ['bc2']]])
  const sooner = reminding('2026-01-30T05:45:00Z')
  await planReminders(sooner)
  expect(await pushed(sooner)).toContainEqual(['Your shift begins in 15 minutes', ['bc2']])
})

it('are not used up for who gets the shift at that moment', async () => {
  const [annId = '', boId = ''] = (await tent.read(tent.people.ann)).people.map(({ id }) => id)
  await tent.server.db.transaction(async (tx) => {
    await updateShiftOwner(tx, shiftId, annId)
    expect(await updateTold(tx, { id: shiftId, memberId: boId }, 'hour')).toBe(false)
    expect((await listTold(tx, 'tA')).get(shiftId)).toEqual([])
    expect(await updateTold(tx, { id: shiftId, memberId: annId }, 'hour')).toBe(true)
  })
})

it('are not told again where a plan that is published only moves the end', async () => {
  const [annId = '', boId = ''] = (await tent.read(tent.people.ann)).people.map(({ id }) => id)
  await tent.server.db.transaction(async (tx) => {
    const day = { from: new Date('2026-01-30T06:00Z'), until: new Date('2026-01-30T12:00Z') }
    const early = { from: day.from, until: new Date('2026-01-30T11:00Z') }
    await removeShifts(tx, [shiftId, other])
    await insertShifts(tx, 'tA', [
      { id: shiftId, memberId: boId, ...early, arrivedAt: null },
      { id: other, memberId: annId, ...day, arrivedAt: new Date('2026-01-30T05:50Z') },
    ])
  })
  const ctx = reminding('2026-01-30T05:20:00Z')
  await planReminders(ctx)
  expect(await pushed(ctx)).toEqual([['Your shift begins in 40 minutes', ['bc2']]])
  tent.setClock('2026-01-30T05:25:00Z')
  const lockOf = (memberId: string, time: string) => ({
    memberId,
    from: `2026-01-30T${time}:00.000Z`,
    until: '2026-01-30T12:00:00.000Z',
  })
  const locks = [lockOf(boId, '06:00'), lockOf(annId, '06:30')]
  await tent.people.ann.call('saveLocks', { locks }, { params })
  const { draft } = await tent
    .planned(tent.people.ann)
    .then(() => tent.read(tent.people.ann, { from: '2026-01-30', days: 1 }))
  await tent.publish(tent.people.ann, draft?.madeAt ?? '')
  const { plan } = await tent.read(tent.people.ann, { from: '2026-01-30', days: 1 })
  const [bos, anns] = [boId, annId].map((id) =>
    plan.shifts.find(({ memberId, until }) => memberId === id && until > '2026-01-30T07'),
  )
  expect(bos?.id).toBe(shiftId)
  expect(anns?.arrivedAt).toBe('2026-01-30T05:50:00.000Z')
  await planReminders(ctx)
  const titles = (await pushed(ctx)).filter(([, people]) => people.includes('bc2'))
  expect(titles).toEqual([])
})

it('say how long it is still when they are sent, and come no more once the shift begins', async () => {
  const late = reminding('2026-01-30T05:25:00Z')
  await planReminders(late)
  expect(await pushed(late)).toEqual([['Your shift begins in 35 minutes', ['bc2']]])
  const sooner = reminding('2026-01-30T05:45:00Z')
  await planReminders(sooner)
  // The push service was away for a while.
  expect(await pushed(reminding('2026-01-30T05:59:10Z'))).toContainEqual([
    'Your shift begins in a minute',
    ['bc2'],
  ])
  const mails = async (time: string) => {
    const ctx = reminding(time)
    const mail = await ctx.db.statement((tx) => mailQueue.take(tx, now, now))
    return mail && (await ctx.db.read((reader) => letterWriter(ctx)(reader, mail)))
  }
  expect(await mails('2026-01-30T06:00:00Z')).toBe('gone')
})

it.each([
  ['2026-01-30T05:00:03Z', 'Your shift begins in an hour'],
  ['2026-01-30T05:45:04Z', 'Your shift begins in 15 minutes'],
  ['2026-01-30T05:58:00Z', 'Your shift begins in 2 minutes'],
])('are not a minute wrong for the seconds that planning takes: %s', async (time, title) => {
  const ctx = reminding(time)
  await planReminders(ctx)
  expect(await pushed(ctx)).toEqual([[title, ['bc2']]])
})

it('say which of two equal hours is meant in the night in which clocks go back', async () => {
  const { people } = await tent.read(tent.people.ann)
  const night = { from: new Date('2026-11-01T05:30Z'), until: new Date('2026-11-01T06:30Z') }
  const id = '00000000-0000-4000-8000-00000000000f'
  await tent.server.db.transaction((tx) =>
    insertShifts(tx, 'tA', [{ id, memberId: people[1]?.id ?? '', ...night, arrivedAt: null }]),
  )
  const ctx = reminding('2026-11-01T04:45:00Z')
  await planReminders(ctx)
  const mail = await ctx.db.statement((tx) => mailQueue.take(tx, now, now))
  const when = 'Sun, Nov 1, 1:30 AM EDT to Sun, Nov 1, 1:30 AM EST'
  expect(mail?.about).toBe(`Your shift: ${when}.`)
})

it('that wait when the shift begins are dropped', async () => {
  await planReminders(reminding('2026-01-30T05:50:00Z'))
  expect(await pushed(reminding('2026-01-30T06:00:00Z'))).toEqual([['', []]])
})

it('that somebody is not there go to the others of the shift, then to the captain', async () => {
  const early = reminding('2026-01-30T06:10:00Z')
  await planReminders(early)
  expect(await pushed(early)).toEqual([['Bo Chen is not there yet', ['al1']]])
  const late = reminding('2026-01-30T06:15:00Z')
  await planReminders(late)
  expect(await pushed(late)).toContainEqual(['Bo Chen is not there yet', ['al1']])
})

it.each([
  ['a deputy', true, ['al1', 'cd3']],
  ['who was a deputy', false, ['al1']],
])('that somebody is not there go to the captain, and %s', async (_, isStill, told) => {
  const { people } = await tent.read(tent.people.ann)
  const name = (value: boolean) =>
    tent.people.ann.call(
      'nameDeputy',
      { value },
      { params: { ...params, memberId: people[2]?.id ?? '' } },
    )
  await name(true)
  await name(isStill)
  const late = reminding('2026-01-30T06:15:00Z')
  await planReminders(late)
  expect(await pushed(late)).toEqual([
    ['Bo Chen is not there yet', ['al1']],
    ['Bo Chen is not there yet', told],
  ])
  const mails = await late.db.read((reader) => listNoticesOf(reader, 'cd3'))
  expect(mails).toHaveLength(isStill ? 1 : 0)
})

it('that somebody is not there are none of who has no account', async () => {
  const { people } = await tent.read(tent.people.ann)
  const night = { from: new Date('2026-01-30T06:00Z'), until: new Date('2026-01-30T12:00Z') }
  const id = '00000000-0000-4000-8000-00000000000d'
  await tent.server.db.transaction(async (tx) => {
    await removeShifts(tx, [shiftId])
    await insertShifts(tx, 'tA', [{ id, memberId: people[3]?.id ?? '', ...night, arrivedAt: null }])
  })
  const ctx = reminding('2026-01-30T06:15:00Z')
  await planReminders(ctx)
  expect(await pushed(ctx)).toEqual([])
  expect(await ctx.db.read((reader) => mailQueue.isAnyDue(reader, now))).toBe(false)
})

/** What is said of who is missing, to whom. */
const missing = async (ctx: ReturnType<typeof reminding>) =>
  (await pushed(ctx)).filter(([title]) => title.includes('not there'))
const toTheOthers = ['Bo Chen is not there yet', ['al1']] as const

/** Grace from this time on; gives its id. */
async function inGrace(time: string, until: string): Promise<string> {
  tent.setClock(time)
  const { boss } = tent.people
  return (await boss.call('declareGrace', { until, reason: 'Snow' })).id
}

it.each([
  ['an hour that ends an hour after the start', '06:00', '07:00', '07:10', '07:15'],
  ['an hour that ends later', '06:09', '07:09', '07:19', '07:24'],
  ['four hours', '05:00', '09:00', '09:10', '09:15'],
])('that somebody is not there wait for the end of grace of %s', async (_, from, until, ...at) => {
  await inGrace(`2026-01-30T${from}:00Z`, `2026-01-30T${until}:00.000Z`)
  for (const time of ['06:10', '06:59', until]) {
    const during = reminding(`2026-01-30T${time}:00Z`)
    await planReminders(during)
    expect(await missing(during)).toEqual([])
  }
  for (const [place, time] of at.entries()) {
    const after = reminding(`2026-01-30T${time}:00Z`)
    await planReminders(after)
    expect(await missing(after)).toEqual([toTheOthers, toTheOthers].slice(1 - place))
    expect((await shiftMails(after)).length).toBe(place + 1)
  }
})

it('that somebody is not there wait for the grace after a check', async () => {
  const { mo } = tent.people
  tent.setClock('2026-01-30T05:50:00Z')
  await mo.call('startCheck', { tents: [{ id: 'tA' }], numCheckers: 1 })
  tent.setClock('2026-01-30T06:05:00Z')
  await mo.call('endCheck', {})
  const during = reminding('2026-01-30T07:04:00Z')
  await planReminders(during)
  expect(await missing(during)).toEqual([])
  const after = reminding('2026-01-30T07:20:00Z')
  await planReminders(after)
  expect(await missing(after)).toEqual([toTheOthers, toTheOthers])
})

it('that somebody is not there were planned before grace, and come after its end', async () => {
  const before = reminding('2026-01-30T06:10:00Z')
  await planReminders(before)
  const id = await inGrace('2026-01-30T06:10:00Z', '2026-01-30T09:00:00.000Z')
  let sent = 0
  const work = async (time: string) => {
    const ctx = reminding(time)
    const [divide] = pushWorks(ctx, async () => ({ came: 'gone' }), occasionReader(ctx))
    await divide?.work()
    await mailWork(
      ctx,
      async () => {
        sent += 1
      },
      letterWriter(ctx),
    )()
    return ctx
  }
  for (const time of ['06:11', '06:17', '06:50', '07:30']) {
    await work(`2026-01-30T${time}:00Z`)
    expect(sent).toBe(0)
  }
  // It is over before its time.
  tent.setClock('2026-01-30T07:31:00Z')
  await tent.people.boss.call('endGrace', undefined, { params: { id } })
  await work('2026-01-30T07:40:00Z')
  expect(sent).toBe(0)
  const after = reminding('2026-01-30T07:41:00Z')
  expect(await missing(after)).toEqual([toTheOthers])
  await work('2026-01-30T07:41:00Z')
  expect(sent).toBe(1)
})

it('that somebody is not there are none of who comes from another shift, also after grace', async () => {
  const { people } = await tent.read(tent.people.ann)
  await tent.server.db.transaction((tx) =>
    insertShifts(tx, 'tA', [
      {
        id: '00000000-0000-4000-8000-00000000000e',
        memberId: people[1]?.id ?? '',
        from: new Date('2026-01-30T02:00Z'),
        until: new Date('2026-01-30T06:00Z'),
        arrivedAt: new Date('2026-01-30T01:55Z'),
      },
    ]),
  )
  await inGrace('2026-01-30T05:00:00Z', '2026-01-30T09:00:00.000Z')
  const after = reminding('2026-01-30T09:20:00Z')
  await planReminders(after)
  expect(await missing(after)).toEqual([])
  expect(await shiftMails(after)).toEqual([])
})

/** Bo has these shifts, one after the other, in hours of that day, and is at some of them. */
async function bosShifts(...hours: [from: number, until: number, isThere?: boolean][]) {
  const { people } = await tent.read(tent.people.ann)
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 30, hour))
  await tent.server.db.transaction(async (tx) => {
    await removeShifts(tx, [shiftId])
    const row = ([from, until, isThere]: (typeof hours)[number], place: number) => ({
      id: `00000000-0000-4000-8000-0000000000f${place}`,
      memberId: people[1]?.id ?? '',
      from: at(from),
      until: at(until),
      arrivedAt: isThere ? at(from) : null,
    })
    await insertShifts(tx, 'tA', hours.map(row))
  })
}

it('are of the next shift, too, where others were told that somebody was not at the one before', async () => {
  await bosShifts([6, 8], [8, 10])
  for (const [time, push] of [
    ['06:10', toTheOthers],
    ['07:00', ['Your shift begins in an hour', ['bc2']]],
    ['08:10', toTheOthers],
  ] as const) {
    const ctx = reminding(`2026-01-30T${time}:00Z`)
    await planReminders(ctx)
    expect(await pushed(ctx)).toContainEqual(push)
  }
})

it('come after grace where the shift before was over before others could be told', async () => {
  await bosShifts([6, 8], [8, 12])
  await inGrace('2026-01-30T06:00:00Z', '2026-01-30T08:30:00.000Z')
  for (const [time, expected] of [
    ['08:20', []],
    ['08:41', [toTheOthers]],
  ] as const) {
    const ctx = reminding(`2026-01-30T${time}:00Z`)
    await planReminders(ctx)
    expect(await missing(ctx)).toEqual(expected)
  }
})

it('come after no grace to who was there two shifts before, and never left', async () => {
  await bosShifts([4, 6, true], [6, 8], [8, 12])
  await inGrace('2026-01-30T06:00:00Z', '2026-01-30T08:30:00.000Z')
  const ctx = reminding('2026-01-30T08:41:00Z')
  await planReminders(ctx)
  expect(await missing(ctx)).toEqual([])
})

it('are none of the next shift of who comes from another one, in grace or not', async () => {
  await bosShifts([2, 6, true], [6, 10], [10, 12])
  await inGrace('2026-01-30T05:00:00Z', '2026-01-30T09:00:00.000Z')
  for (const time of ['09:20', '09:45', '10:15']) {
    const ctx = reminding(`2026-01-30T${time}:00Z`)
    await planReminders(ctx)
    expect((await pushed(ctx)).filter(([, people]) => people.length > 0)).toEqual([])
  }
})

it('are gone once somebody is there', async () => {
  const ctx = reminding('2026-01-30T05:45:00Z')
  await planReminders(ctx)
  const push = await ctx.db.statement((tx) => pushQueue.take(tx, now, now))
  if (push === undefined) throw new Error('Nothing is to be pushed')
  const occasion = () => ctx.db.read((reader) => occasionReader(ctx)(reader, push))
  expect(await occasion()).not.toBeNull()
  tent.setClock('2026-01-30T05:46:00Z')
  const here = { params: { ...params, shiftId } }
  await tent.people.bo.call('arriveAtShift', undefined, here)
  expect(await occasion()).toBeNull()
  await tent.people.bo.call('takeBackArrival', undefined, here)
  expect(await occasion()).not.toBeNull()
  const late = reminding('2026-01-30T06:10:00Z')
  await planReminders(late)
  expect(await pushed(late)).toContainEqual(['Bo Chen is not there yet', ['al1']])
})

it('read the browsers of the shift’s people alone, and write one page of them', async () => {
  const ctx = reminding('2026-01-30T05:00:00Z')
  const wanting = { ...defaultNoticeSettings.push, shifts: true }
  const browsers = (token: string, count: number, host: string) =>
    Array.from({ length: count }, (_, place) => ({
      endpoint: `https://${host}/${place}`,
      p256dh: 'x',
      auth: 'x',
      tokenHash: sha256(token),
      madeAt: now,
    }))
  await ctx.db.transaction(async (tx) => {
    for (const netID of ['bc2', 'ef5']) {
      await updateNoticeSettings(tx, netID, { ...defaultNoticeSettings, push: wanting })
    }
    const { bo, ed } = tent.people
    await tx.queries
      .insert(pushSubscriptions)
      .values([
        ...browsers(bo.token, 1, 'bo.example.org'),
        ...browsers(ed.token, 150, 'ed.example.org'),
        ...browsers(ed.token, 150, 'web.push.apple.com'),
      ])
  })
  await planReminders(ctx)
  const sent: string[] = []
  let written = 0
  const transaction: typeof ctx.db.transaction = (change) => {
    written += 1
    return ctx.db.transaction(change)
  }
  const works = pushWorks(
    { ...ctx, db: { ...ctx.db, transaction } },
    async ({ endpoint }) => {
      sent.push(endpoint)
      return { came: 'taken' }
    },
    occasionReader(ctx),
  )
  for (const { work } of works) while ((await work()) === 0);
  expect(sent).toEqual(['https://bo.example.org/0'])
  // It is divided, its page is written, and it is over.
  expect(written).toBe(3)
})

it('go by mail to who wants them so, as long as they make sense', async () => {
  const ctx = reminding('2026-01-30T05:00:00Z')
  await planReminders(ctx)
  const later = new Date('2026-01-30T05:01:00Z')
  const notice = await ctx.db.statement((tx) => mailQueue.take(tx, now, later))
  if (notice === undefined) throw new Error('There is no mail')
  const letter = () => ctx.db.read((reader) => letterWriter(ctx)(reader, notice))
  expect(await letter()).toMatchObject({
    to: 'bc2@example.edu',
    lines: ['Your shift: Fri, Jan 30, 1:00 AM to Fri, Jan 30, 7:00 AM.'],
  })
  expect(await ctx.db.statement((tx) => mailQueue.take(tx, now, later))).toBeUndefined()
  const { call } = tent.people.bo
  const settings = await call('getNoticeSettings')
  await call('saveNoticeSettings', { ...settings, mail: { ...settings.mail, shifts: false } })
  expect(await letter()).toBe('gone')
  await call('saveNoticeSettings', { ...settings, mail: { miss: true, shifts: true } })
  expect(await call('saveNoticeSettings', settings)).toMatchObject({ mail: { shifts: true } })
  now = new Date('2026-01-30T06:15:00Z')
  expect(await letter()).toBe('gone')
})

it('that wait for a mail server are of the shift whose end a published plan has moved', async () => {
  const [annId = '', boId = ''] = (await tent.read(tent.people.ann)).people.map(({ id }) => id)
  const ctx = reminding('2026-01-30T05:45:00Z')
  await planReminders(ctx)
  tent.setClock('2026-01-30T05:46:00Z')
  const lockOf = (memberId: string, time: string) => {
    return { memberId, from: '2026-01-30T06:00:00.000Z', until: `2026-01-30T${time}:00.000Z` }
  }
  await tent.people.bo.call('offerSwap', { kind: 'give', shiftId }, { params })
  const locks = [lockOf(boId, '12:30'), lockOf(annId, '12:00')]
  await tent.people.ann.call('saveLocks', { locks }, { params })
  await tent.publish(tent.people.ann, (await tent.planned(tent.people.ann)).madeAt)
  await planReminders(ctx)
  const later = new Date('2026-01-30T05:47:00Z')
  const letters: unknown[] = []
  for (;;) {
    const notice = await ctx.db.statement((tx) => mailQueue.take(tx, now, later))
    if (notice === undefined) break
    letters.push(await ctx.db.read((reader) => letterWriter(ctx)(reader, notice)))
  }
  expect(letters).toMatchObject([
    {
      to: 'bc2@example.edu',
      lines: ['Your shift: Fri, Jan 30, 1:00 AM to Fri, Jan 30, 7:30 AM.'],
    },
  ])
  // The offer was of the shift as it was.
  expect((await tent.read(tent.people.ann)).swaps).toEqual([])
})

it('go by mail again to who has the shift back', async () => {
  const { people } = await tent.read(tent.people.ann)
  const ctx = reminding('2026-01-30T05:00:00Z')
  for (const place of [1, 2, 1]) {
    const memberId = people[place]?.id ?? ''
    await ctx.db.transaction((tx) => updateShiftOwner(tx, shiftId, memberId))
    await planReminders(ctx)
  }
  expect(await ctx.db.read((reader) => listNoticesOf(reader, 'bc2'))).toHaveLength(2)
})

it('go by no mail to who has no e-mail address', async () => {
  const ctx = reminding('2026-01-30T05:00:00Z')
  await ctx.db.transaction(({ queries }) =>
    queries.update(users).set({ email: '' }).where(eq(users.netID, 'bc2')),
  )
  await planReminders(ctx)
  const notice = await ctx.db.statement((tx) => mailQueue.take(tx, now, now))
  if (notice === undefined) throw new Error('There is no mail')
  expect(await ctx.db.read((reader) => letterWriter(ctx)(reader, notice))).toBe('gone')
})

it('go by mail only while they are true', async () => {
  const ctx = reminding('2026-01-30T06:15:00Z')
  await planReminders(ctx)
  const notice = await ctx.db.statement((tx) => mailQueue.take(tx, now, now))
  if (notice === undefined) throw new Error('There is no mail')
  const letter = () => ctx.db.read((reader) => letterWriter(ctx)(reader, notice))
  expect(await letter()).toMatchObject({ lines: [expect.stringContaining('is not there yet')] })
  tent.setClock('2026-01-30T06:16:00Z')
  await tent.people.bo.call('arriveAtShift', undefined, { params: { ...params, shiftId } })
  expect(await letter()).toBe('gone')
})

it.each([
  ['is not confirmed', false, [ants, bees]],
  ['is not of the tent any more', true, [{ ...ants, netIDs: 'al1, cd3, de4' }, bees]],
])('reach nobody who %s, where netIDs are proven', async (_, isConfirmed, rows) => {
  await tent.roster(rows)
  await tent.people.boss.call('confirmUser', { netID: 'bc2', value: isConfirmed })
  const ctx = {
    ...reminding('2026-01-30T05:00:00Z'),
    config: { ...config, confirmNetIDs: 'approval' } as never,
  }
  await planReminders(ctx)
  expect(await ctx.db.read((reader) => mailQueue.isAnyDue(reader, now))).toBe(false)
  expect(await pushed(ctx, isConfirmed)).toEqual([['', []]])
})

it('are ended by their own button for the longest netID, too', async () => {
  const { server } = tent
  const netID = 'a'.repeat(32)
  const who = server.withToken(await server.signIn(netID))
  const ended = { netID, kind: 'shifts', email: `${netID}@example.edu` } as const
  const token = unsubscribeToken({ secretKey: '5e'.repeat(32) }, ended)
  const { status } = await server.ask(`/api/notices/unsubscribe/${token}`, { method: 'POST' })
  expect(status).toBe(200)
  expect(await who.call('getNoticeSettings')).toMatchObject({ mail: { shifts: false } })
  const params = { tentId: '中'.repeat(200) }
  expect(await who.refusal('getShifts', undefined, { params })).toEqual([404, 'unknownTentRecord'])
})

it('are ended by the mail’s own button, and mails about Misses go on', async () => {
  const ctx = reminding('2026-01-30T05:00:00Z')
  await planReminders(ctx)
  const later = new Date('2026-01-30T05:01:00Z')
  const notice = await ctx.db.statement((tx) => mailQueue.take(tx, now, later))
  if (notice === undefined) throw new Error('There is no mail')
  const letter = () => ctx.db.read((reader) => letterWriter(ctx)(reader, notice))
  const unsubscribe = /http:\/\/x(\/api\/[^"]+)/.exec(JSON.stringify(await letter()))?.[1] ?? ''
  expect((await tent.server.ask(unsubscribe, { method: 'POST' })).status).toBe(200)
  expect(await tent.people.bo.call('getNoticeSettings')).toMatchObject({
    mail: { miss: true, shifts: false },
  })
  expect(await letter()).toBe('gone')
})

it.each([
  ['Bo Chen (bc2)', 'Bo Chen is not there yet'],
  ['bc2', 'Member 2 is not there yet'],
])('name nobody by netID: %s', async (member, title) => {
  await tent.roster([{ ...ants, members: `Ann Lee, ${member}, Cy Diaz, Di Evans` }, bees])
  const tents = (await tent.people.boss.call('listTents')) as WholeTent[]
  const memberId = tents[0]?.people[1]?.id ?? ''
  await tent.server.db.transaction(async (tx) => {
    await updateShiftPerson(tx, 'tA', memberId, { netID: 'ef5' })
    await insertShifts(tx, 'tA', [
      {
        id: '00000000-0000-4000-8000-00000000000c',
        memberId,
        from: new Date('2026-01-30T06:00Z'),
        until: new Date('2026-01-30T12:00Z'),
        arrivedAt: null,
      },
    ])
  })
  const ctx = reminding('2026-01-30T06:15:00Z')
  await planReminders(ctx)
  expect(await pushed(ctx)).toContainEqual([title, ['al1']])
  const mail = await ctx.db.statement((tx) => mailQueue.take(tx, now, now))
  expect(mail?.about).toContain(title)
})

it('that cannot be sent call super users to their list, which says of no shift when it is or whose', async () => {
  const ctx = reminding('2026-01-30T05:45:00Z')
  await planReminders(ctx)
  await pushed(ctx)
  const { boss } = tent.people
  const listed = async () => (await boss.call('listNotices')).notices
  const shown = { kind: 'shifts', to: 'bc2', about: 'Shifts of your tent: see your profile.' }
  expect(await listed()).toMatchObject([{ ...shown, state: 'waiting', error: null }])

  const refusing = async () => ({ refused: 'There is no such address.' })
  await mailWork(ctx, async () => {}, refusing)()
  const [failed] = await listed()
  expect(failed).toMatchObject({ ...shown, state: 'failed', error: 'There is no such address.' })
  // It stands in the addresses of calls, which logs of proxies keep.
  expect(failed?.id.split(':')).not.toContain('bc2')
  const later = new Date(now.getTime() + 10_000)
  const needed = await ctx.db.statement((tx) => pushQueue.take(tx, later, later))
  expect(needed).toMatchObject({ kind: 'needed', about: { what: 'notice' } })
  await boss.call('tickOffNotice', undefined, { params: { id: failed?.id ?? '' } })
  expect(await listed()).toMatchObject([{ ...shown, state: 'done' }])
  const [ticked] = await boss.call('audit')
  expect(ticked).toMatchObject({ kind: 'noticeTickedOff', about: 'bc2' })
})

it('that were sent are on no list: there are thousands in a night', async () => {
  const ctx = reminding('2026-01-30T05:45:00Z')
  await planReminders(ctx)
  await mailWork(ctx, async () => {}, letterWriter(ctx))()
  expect((await tent.people.boss.call('listNotices')).notices).toEqual([])
})
