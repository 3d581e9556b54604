import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  areLate,
  begin,
  begun,
  boss,
  checked,
  clock,
  eachNoticesNight,
  freePlanning,
  holdPlanning,
  later,
  listed,
  mails,
  missMails,
  needed,
  publicUrl,
  server,
  states,
  textOf,
  told,
} from '../../../tests/support/notices-night.ts'
import { dayMs, minuteMs } from '../../shared/durations.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import { toldChecks } from '../db/schema.ts'
import { queueAccountMail } from '../mail/account-mail.ts'
import { insertNotices } from '../mail/store.ts'

eachNoticesNight()

it('that need a hand are all listed, of a whole night', async () => {
  const at = new Date(clock)
  const notice = (state: 'byHand' | 'failed' | 'sent', place: number) => ({
    id: `${state}:${place}`,
    kind: 'miss' as const,
    netID: 'al1',
    about: 'A Miss',
    state,
    messageID: `<${state}${place}@x>`,
    at,
    dueAt: at,
  })
  // A night in which all of 130 tents of twelve have a Miss.
  const many = Array.from({ length: 1560 }, (_, place) => notice('byHand', place))
  const others = Array.from({ length: 1100 }, (_, place) => notice('sent', place))
  const all = [...others, ...many, notice('failed', 0)]
  await server.db.transaction((tx) => insertNotices(tx, all))
  const found = (await listed()).map(({ state }) => state)
  const count = (state: string) => found.filter((one) => one === state).length
  expect([count('byHand'), count('failed'), count('sent')]).toEqual([1560, 1, 1000])
  expect(found.indexOf('sent')).toBe(1561)
})

it('that need a hand are listed before mails about accounts, which need none, however many failed', async () => {
  const failed = (kind: 'miss' | 'shifts' | 'resetPassword', place: number) => ({
    id: `${kind}:${place}`,
    kind,
    netID: 'al1',
    about: 'What failed',
    state: 'failed' as const,
    messageID: `<${kind}${place}@x>`,
    at: new Date(clock + place),
    dueAt: new Date(clock),
  })
  const checkId = await checked()
  const many = Array.from({ length: 2001 }, (_, place) => failed('resetPassword', place + 2))
  await server.db.transaction(async (tx) => {
    await insertNotices(tx, [...many, failed('shifts', 1)])
    await insertNotices(tx, [{ ...failed('miss', 0), checkId, tentId: 'tA', outcome: 'miss' }])
  })
  const { notices, toDo } = await server.withToken(boss).call('listNotices')
  const first = notices.slice(0, 3).map(({ id }) => id)
  expect([...first, toDo]).toEqual(['miss:0', 'shifts:1', 'resetPassword:2002', 2])
})

describe('a clock that was ahead and is set back', () => {
  it('holds up no Miss longer than its delay', async () => {
    later(dayMs)
    await checked()
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    later(-dayMs)
    const dueInMs = () =>
      server.db.read(async ({ queries }) => {
        const [row] = await queries.select().from(toldChecks)
        return (row?.dueAt?.getTime() ?? 0) - clock
      })
    await expect.poll(dueInMs).toBe(10 * minuteMs)
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
  })

  it('holds up no Miss by less than mails are put off, either', async () => {
    later(20 * minuteMs)
    await checked()
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    later(-20 * minuteMs)
    const planned = () =>
      server.db.read(async ({ queries }) => (await queries.select().from(toldChecks))[0]?.dueAt)
    await expect.poll(planned).toEqual(new Date(clock + 10 * minuteMs))
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
  })

  it('holds up no mail that was put off meanwhile, and none that had its turn not yet', async () => {
    later(dayMs)
    mails.faults.refuses = () => '450 Greylisted'
    await checked()
    later(10 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ error }) => error !== null)).toBe(true)
    const kind = 'resetLinkMade'
    const dueAt = new Date(clock)
    const waits = { id: 'w', kind, netID: 'cz3', about: 'x', messageID: '<w@x>', at: dueAt, dueAt }
    later(-dayMs)
    mails.faults.refuses = () => null
    await server.db.transaction((tx) => insertNotices(tx, [{ ...waits, kind }]))
    await expect.poll(told).toEqual(missMails)
    // It says that its link is out of date: it has none.
    await expect.poll(states).toContain('resetLinkMade cz3 failed')
  })

  it('does not keep from calling super users where the mail server takes no mail', async () => {
    await mails.stop()
    later(dayMs)
    await checked()
    later(10 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ error }) => error !== null)).toBe(true)
    later(-dayMs)
    await expect.poll(async () => (await listed()).every(({ isLate }) => isLate)).toBe(true)
    expect(await needed()).toBe(1)
  })

  it.each([
    ['has not planned', true],
    ['has planned', false],
  ])('calls super users no sooner than in an hour for what it %s', async (_, isHeld) => {
    await mails.stop()
    if (isHeld) await holdPlanning()
    later(dayMs)
    await checked()
    if (!isHeld) expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    // The worker looks again for what is not planned when 10 s have gone, by this clock that stands.
    later(10_000 - dayMs)
    if (isHeld) await freePlanning()
    const dueAt = () =>
      server.db.read(async ({ queries }) => (await queries.select().from(toldChecks))[0]?.dueAt)
    await expect.poll(dueAt).toEqual(new Date(clock + 10 * minuteMs))
    later(10 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ error }) => error !== null)).toBe(true)
    expect(await areLate()).toEqual([false, false])
    later(60 * minuteMs - 1)
    expect(await areLate()).toEqual([false, false])
    later(1)
    expect(await areLate()).toEqual([true, true])
    server.takeErrors()
  })

  it('does not keep from telling by hand', async () => {
    await server.close()
    await begin({})
    later(dayMs)
    await checked()
    later(10 * minuteMs - 1)
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    later(-dayMs)
    await expect
      .poll(async () => {
        later(minuteMs)
        return states()
      })
      .toEqual(['miss al1 byHand', 'miss bz2 byHand'])
    expect(clock - begun).toBeLessThan(dayMs)
  })
})

describe('a mail about an account', () => {
  const link = `${publicUrl}/reset-password#a-secret-token`
  const queue = (goodForMs: number) => {
    const config = readConfig({ SMTP_URL: mails.url, PUBLIC_URL: publicUrl })
    const secretKey = '5e'.repeat(32)
    const ctx = { ...systemContext, config, secretKey, now: () => new Date(clock) }
    const goodUntil = new Date(clock + goodForMs)
    const mail = { kind: 'resetPassword', netID: 'al1', to: 'elsewhere@example.edu' } as const
    return server.db.transaction((tx) => queueAccountMail(ctx, tx, { ...mail, link, goodUntil }))
  }
  const kept = async () =>
    server.db.read(async ({ queries }) => {
      const { rows } = await queries.execute(sql`select to_json(notices)::text as row from notices`)
      return JSON.stringify(rows)
    })

  it('is sent at once, and its link stands in it alone', async () => {
    await mails.stop()
    await queue(60 * minuteMs)
    expect(await kept()).not.toMatch(/a-secret-token|elsewhere/)
    expect(await textOf((await listed())[0])).toBe('Choose a new password')
    expect(JSON.stringify(await listed())).not.toMatch(/a-secret-token|elsewhere/)
    await mails.startAgain()
    later(minuteMs)
    await expect.poll(states).toEqual(['resetPassword al1 sent'])
    expect(mails.caught).toMatchObject([
      { to: 'elsewhere@example.edu', subject: 'Choose a new password' },
    ])
    expect(mails.caught[0]?.text).toContain(link)
    expect(mails.caught[0]?.headers.has('list-unsubscribe')).toBe(false)
    expect(await kept()).toContain('"sealed\\":null')
  })

  it('that its address refuses calls no super user', async () => {
    mails.faults.refuses = () => '550 No such user'
    await queue(60 * minuteMs)
    await expect.poll(states).toEqual(['resetPassword al1 failed'])
    expect(await needed()).toBe(0)
  })

  it('whose link is out of date is not sent any more', async () => {
    await mails.stop()
    await queue(60 * minuteMs)
    later(61 * minuteMs)
    await mails.startAgain()
    await expect.poll(states).toEqual(['resetPassword al1 failed'])
    expect(mails.caught).toEqual([])
    expect(await kept()).toContain('"sealed\\":null')
  })
})
