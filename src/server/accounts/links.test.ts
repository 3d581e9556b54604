import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type MailStandIn, startMailServer } from '../../../stand-ins/smtp.ts'
import { password, startApp, type TestApp } from '../../../tests/support/app.ts'
import { answeredOrWaiting, countWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { defaultNoticeSettings } from '../../shared/notices/contract.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import { countUp } from '../db/rate-limits.ts'
import { rateLimits } from '../db/schema.ts'
import { queueAccountMail } from '../mail/account-mail.ts'
import { listNoticesOf } from '../mail/store.ts'
import { confirmationsLimit, resetMailboxLimit } from './limit-table.ts'
import { mailLink } from './links/links.ts'
import { listAccountLinks } from './links/store.ts'
import { findPasswordHashLocked, updateAccount } from './store.ts'

const publicUrl = 'http://tents.example.edu'
let mail: MailStandIn
let server: TestApp
let clock: Date
let boss: string

beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.close())
beforeEach(() => {
  clock = new Date('2026-01-18T12:00:00Z')
  mail.caught.length = 0
  mail.faults.refuses = () => null
})
afterEach(() => server.close())

async function start(env: Record<string, string> = {}): Promise<void> {
  const noWait = async () => undefined
  server = await startApp(env, () => clock, undefined, noWait)
  boss = await server.signIn('boss', { isSuperUser: true })
}
const withMail = () => ({ SMTP_URL: mail.url, PUBLIC_URL: publicUrl })
const byMail = () => ({
  ...withMail(),
  CONFIRM_NETIDS: 'mail',
  CAMPUS_MAIL_DOMAIN: 'campus.example.edu',
})
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}

/** The link in the newest mail to this address, and its token, once so many have come. */
async function mailed(to: string, count = 1): Promise<{ link: string; token: string }> {
  const theirs = () => mail.caught.filter((caught) => caught.to === to)
  await expect.poll(() => theirs().length, { timeout: 10_000 }).toBe(count)
  const link = /http\S+/.exec(theirs().at(-1)?.text ?? '')?.[0] ?? ''
  return { link, token: link.split('#')[1] ?? '' }
}

const ask = (path: string, body?: object, token?: string) =>
  server.ask(`/api/profile/${path}`, { method: 'POST', body, token })
const login = (netID: string, given = password) => ask('login', { netID, password: given })
const refused = (status: number, code: string) => ({ status, body: { code } })

describe('confirming a netID by mail', () => {
  it('is done by the link that went to the campus address, and is recorded', async () => {
    await start(byMail())
    const ann = await server.signIn('ann1')
    expect((await ask('confirm/send', undefined, ann)).body).toEqual({ ok: true })
    const { link, token } = await mailed('ann1@campus.example.edu')
    expect(link).toBe(`${publicUrl}/confirm#${token}`)
    expect((await ask('confirm', { token }, ann)).body).toEqual({ ok: true, netID: 'ann1' })
    expect((await ask('verify-token', undefined, ann)).body).toMatchObject({ isConfirmed: true })
    expect(await ask('confirm', { token }, ann)).toMatchObject(refused(403, 'linkOver'))
    expect(await ask('confirm/send', undefined, ann)).toMatchObject(
      refused(409, 'confirmedAlready'),
    )
    const [event] = await server.withToken(boss).call('audit')
    expect(event).toMatchObject({
      kind: 'userConfirmed',
      netID: 'ann1',
      about: 'ann1',
      value: true,
    })
  })

  it('takes that very person: signed out it is 401, as another 403, and the link stays good', async () => {
    await start(byMail())
    const ann = await server.signIn('ann1')
    const bo = await server.signIn('bo2')
    await ask('confirm/send', undefined, ann)
    const { token } = await mailed('ann1@campus.example.edu')
    expect(await ask('confirm', { token })).toMatchObject(refused(401, 'notSignedIn'))
    expect(await ask('confirm', { token }, bo)).toMatchObject(refused(403, 'linkNotYours'))
    expect((await ask('confirm', { token }, ann)).status).toBe(200)
  })

  it('takes the link that a stranger asked for from its owner, who took the account back', async () => {
    await start(byMail())
    const stranger = await server.signIn('ann1')
    await ask('confirm/send', undefined, stranger)
    const { token } = await mailed('ann1@campus.example.edu')
    await ask('forgot-password', { netID: 'ann1' })
    const reset = await mailed('ann1@campus.example.edu', 2)
    await ask('reset-password', { token: reset.token, newPassword: 'a new password' })
    const ann = String((await login('ann1', 'a new password')).body['token'])
    expect((await ask('confirm', { token }, ann)).body).toEqual({ ok: true, netID: 'ann1' })
  })

  it('takes the newest link, for a day', async () => {
    await start(byMail())
    const ann = await server.signIn('ann1')
    await ask('confirm/send', undefined, ann)
    const older = await mailed('ann1@campus.example.edu')
    await ask('confirm/send', undefined, ann)
    const newer = await mailed('ann1@campus.example.edu', 2)
    expect(await ask('confirm', { token: older.token }, ann)).toMatchObject(
      refused(403, 'linkOver'),
    )
    later(24 * 60)
    expect(await ask('confirm', { token: newer.token }, ann)).toMatchObject(
      refused(403, 'linkOver'),
    )
  })

  it.skipIf(inject('postgresUrl') === '')(
    'has one link, though two are asked for at the same moment',
    async () => {
      await start(byMail())
      const ann = await server.signIn('ann1')
      // Both have ended the older links, or wait for the other, before either makes its own.
      const release = await holdOpen(server.db, ({ queries }) =>
        queries.execute(sql`lock table notices in share row exclusive mode`),
      )
      const both = [ask('confirm/send', undefined, ann), ask('confirm/send', undefined, ann)]
      await expect.poll(() => server.db.read(countWaiting)).toBe(2)
      await release()
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
      const links = await server.db.read((reader) => listAccountLinks(reader, 'ann1'))
      expect(links).toHaveLength(1)
    },
  )

  it('is asked for three times an hour at most', async () => {
    await start(byMail())
    const ann = await server.signIn('ann1')
    const answers = []
    for (let time = 0; time < 4; time += 1) answers.push(await ask('confirm/send', undefined, ann))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(3000)
    // What is refused counts for nobody else of the address.
    const { key, windowMs } = confirmationsLimit('127.0.0.1')
    const { count } = await server.db.transaction((tx) => countUp(tx, key, clock, windowMs))
    expect(count).toBe(4)
    // Whoever is confirmed meanwhile is told that.
    await server.ask('/api/admin/confirm-user', {
      token: boss,
      body: { netID: 'ann1', value: true },
    })
    later(1 / 60)
    expect(await ask('confirm/send', undefined, ann)).toMatchObject(
      refused(409, 'confirmedAlready'),
    )
  })

  it('over 300 an hour from an address is slowed to one in 2 s, whoever asks', async () => {
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    server = await startApp(byMail(), () => clock, undefined, wait)
    const ann = await server.signIn('ann1')
    const { key, most, windowMs } = confirmationsLimit('127.0.0.1')
    await server.db.transaction(async (tx) => {
      for (let time = 1; time < most; time += 1) await countUp(tx, key, clock, windowMs)
    })
    for (const token of [ann, await server.signIn('bo1')]) {
      expect((await ask('confirm/send', undefined, token)).status).toBe(200)
    }
    expect(waits).toEqual([2000])
  })

  it.each([{}, { CONFIRM_NETIDS: 'approval' }])('is refused elsewhere: %j', async (env) => {
    await start(env)
    const ann = await server.signIn('ann1')
    expect(await ask('confirm/send', undefined, ann)).toMatchObject(refused(409, 'notByMail'))
  })
})

describe('a forgotten password', () => {
  const forget = (netID: string) => ask('forgot-password', { netID })

  it('is replaced by the link that went to the account’s address, which ends its sessions', async () => {
    await start(withMail())
    const ann = await server.signIn('ann')
    expect((await forget(' ANN ')).body).toEqual({ ok: true })
    const { link, token } = await mailed('ann@example.edu')
    expect(link).toBe(`${publicUrl}/reset-password#${token}`)
    const body = { token, newPassword: 'a new password' }
    expect((await ask('reset-password', body)).body).toEqual({ ok: true })
    expect((await ask('verify-token', undefined, ann)).status).toBe(401)
    expect((await login('ann')).status).toBe(401)
    expect((await login('ann', 'a new password')).status).toBe(200)
    expect(await ask('reset-password', body)).toMatchObject(refused(403, 'linkOver'))
  })

  it('with proof by mail goes to the campus address, whoever registered', async () => {
    await start(byMail())
    await server.signIn('ann')
    await forget('ann')
    await mailed('ann@campus.example.edu')
    expect(mail.caught.map(({ to }) => to)).not.toContain('ann@example.edu')
  })

  it('with proof by mail gives the account back with the campus address, unless it was confirmed', async () => {
    await start(byMail())
    const emailAfterReset = async (netID: string, times: number) => {
      await forget(netID)
      const { token } = await mailed(`${netID}@campus.example.edu`, times)
      await ask('reset-password', { token, newPassword: 'a new password' })
      return (await login(netID, 'a new password')).body['email']
    }
    await server.signIn('ann')
    await server.signIn('bo', { isConfirmed: true })
    expect(await emailAfterReset('ann', 1)).toBe('ann@campus.example.edu')
    expect(await emailAfterReset('bo', 1)).toBe('bo@example.edu')
  })

  it.skipIf(inject('postgresUrl') === '')(
    'with proof by mail gives it back with no address where somebody takes that one just then',
    async () => {
      await start(byMail())
      await server.signIn('ann')
      await server.signIn('bo')
      await forget('ann')
      const { token } = await mailed('ann@campus.example.edu')
      const commit = await holdOpen(server.db, (tx) =>
        updateAccount(tx, 'bo', { email: 'ann@campus.example.edu' }),
      )
      const reset = ask('reset-password', { token, newPassword: 'a new password' })
      await answeredOrWaiting(server.db, reset)
      await commit()
      expect((await reset).status).toBe(200)
      expect((await login('ann', 'a new password')).body['email']).toBe('')
    },
  )

  it('with proof by mail gives it back without what a stranger turned off, unless it was confirmed', async () => {
    await start(byMail())
    const mailsOfMisses = async (netID: string) => {
      await forget(netID)
      const { token } = await mailed(`${netID}@campus.example.edu`)
      await ask('reset-password', { token, newPassword: 'a new password' })
      const own = String((await login(netID, 'a new password')).body['token'])
      return (await server.withToken(own).call('getNoticeSettings')).mail.miss
    }
    const turnOff = async (token: string) => {
      const off = { ...defaultNoticeSettings, mail: { miss: false, shifts: false } }
      await server.withToken(token).call('saveNoticeSettings', off)
    }
    await turnOff(await server.signIn('ann'))
    await turnOff(await server.signIn('bo', { isConfirmed: true }))
    expect([await mailsOfMisses('ann'), await mailsOfMisses('bo')]).toEqual([true, false])
  })

  it('takes no common password, and the link stays good', async () => {
    await start(withMail())
    await server.signIn('ann')
    await forget('ann')
    const { token } = await mailed('ann@example.edu')
    for (const [newPassword, code] of [
      ['short', 'passwordInvalid'],
      ['Password1', 'passwordCommon'],
      ['ANN@example.edu', 'passwordCommon'],
      ['Ann', 'passwordCommon'],
    ]) {
      const answer = await ask('reset-password', { token, newPassword })
      expect(answer).toMatchObject(refused(400, String(code)))
    }
    expect((await ask('reset-password', { token, newPassword: 'a new password' })).status).toBe(200)
  })

  it('has links that are good for an hour, older ones too; using one ends all', async () => {
    await start(withMail())
    await server.signIn('ann')
    await forget('ann')
    const first = await mailed('ann@example.edu')
    later(30)
    await forget('ann')
    const second = await mailed('ann@example.edu', 2)
    later(29)
    const use = (token: string, newPassword = 'a new password') =>
      ask('reset-password', { token, newPassword })
    expect((await use(first.token)).status).toBe(200)
    expect(await use(second.token)).toMatchObject(refused(403, 'linkOver'))
    await forget('ann')
    const third = await mailed('ann@example.edu', 3)
    later(60)
    expect(await use(third.token)).toMatchObject(refused(403, 'linkOver'))
  })

  it.each([
    [
      'a changed password',
      (ann: string) => ask('update-password', { newPassword: 'another one' }, ann),
    ],
    [
      'disabling',
      () =>
        server.ask('/api/admin/disable-user', { token: boss, body: { netID: 'ann', value: true } }),
    ],
  ])('%s ends its links', async (_, end) => {
    await start(withMail())
    const ann = await server.signIn('ann')
    await forget('ann')
    const { token } = await mailed('ann@example.edu')
    expect((await end(ann)).status).toBe(200)
    const answer = await ask('reset-password', { token, newPassword: 'a new password' })
    expect(answer).toMatchObject(refused(403, 'linkOver'))
  })

  it('by one link is replaced once, though it is sent twice at the same moment', async () => {
    await start(withMail())
    await server.signIn('ann')
    await forget('ann')
    const { token } = await mailed('ann@example.edu')
    const both = ['a new password', 'another password'].map((newPassword) =>
      ask('reset-password', { token, newPassword }),
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 403])
  })

  it('mails nothing to a disabled account, nor over five in an hour, and answers the same', async () => {
    await start(withMail())
    await server.signIn('ann')
    await server.signIn('bo')
    await server.ask('/api/admin/disable-user', { token: boss, body: { netID: 'bo', value: true } })
    const same = { status: 200, body: { ok: true } }
    for (const netID of ['bo', 'nobody', 'no netID at all']) {
      expect(await forget(netID)).toMatchObject(same)
    }
    for (let time = 0; time < 7; time += 1) expect(await forget('ann')).toMatchObject(same)
    await mailed('ann@example.edu', 5)
    expect(mail.caught).toHaveLength(5)
  })

  it('is mailed to one mailbox 60 times an hour by addresses with a +, beside its own, and is answered the same', async () => {
    await start(withMail())
    const { key, most, windowMs } = resetMailboxLimit('victim@example.edu')
    expect(most).toBe(60)
    const netIDs = ['ann', 'bo', 'cy', 'owner']
    for (const netID of netIDs) await server.signIn(netID)
    await server.db.transaction(async (tx) => {
      await updateAccount(tx, 'ann', { email: 'victim+1@example.edu' })
      await updateAccount(tx, 'bo', { email: 'Victim+2@example.edu' })
      await updateAccount(tx, 'owner', { email: 'Victim@example.edu' })
      for (let time = 1; time < most; time += 1) await countUp(tx, key, clock, windowMs)
    })
    const asked = await Promise.all(netIDs.map(forget))
    expect(asked).toMatchObject(netIDs.map(() => ({ status: 200, body: { ok: true } })))
    const counted = () =>
      server.db.read(({ queries }) =>
        queries.$count(rateLimits, and(eq(rateLimits.key, key), eq(rateLimits.count, most + 1))),
      )
    await expect.poll(counted).toBe(1)
    const linksOf = (netID: string) => server.db.read((reader) => listAccountLinks(reader, netID))
    const links = await Promise.all([linksOf('ann'), linksOf('bo')])
    expect(links.flat()).toHaveLength(1)
    await mailed('cy@example.edu')
    await mailed('Victim@example.edu')
    expect(server.takeErrors()).toEqual([])
    later(60)
    for (const netID of netIDs) await forget(netID)
    await mailed('victim+1@example.edu', links[0]?.length === 1 ? 2 : 1)
    await mailed('Victim+2@example.edu', links[1]?.length === 1 ? 2 : 1)
  })

  it.skipIf(inject('postgresUrl') === '')(
    'is answered without waiting for what is done about an account',
    async () => {
      await start(withMail())
      await server.signIn('ann')
      const release = await holdOpen(server.db, (tx) => findPasswordHashLocked(tx, 'ann'))
      expect(await forget('ann')).toMatchObject({ status: 200, body: { ok: true } })
      await release()
      await mailed('ann@example.edu')
    },
  )

  it('is answered the same where what is done about an account fails', async () => {
    await start(withMail())
    await server.signIn('ann')
    const rename = (from: string, to: string) =>
      server.db.transaction(({ queries }) =>
        queries.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`),
      )
    await rename('account_links', 'elsewhere')
    const errors: string[] = []
    const failed = () => errors.push(...server.takeErrors())
    try {
      const same = { status: 200, body: { ok: true } }
      for (const netID of ['ann', 'nobody']) expect(await forget(netID)).toMatchObject(same)
      await expect.poll(failed).toBe(1)
    } finally {
      await rename('elsewhere', 'account_links')
    }
    expect(errors[0]).toContain('a link to a new password was not mailed')
  })

  it('over 30 an hour from an address is slowed to one in 2 s', async () => {
    const waits: number[] = []
    server = await startApp(
      {},
      () => clock,
      undefined,
      async (ms) => void waits.push(ms),
    )
    await server.signIn('ann')
    for (const netID of ['ann', 'nobody']) await forget(netID)
    // However long it takes to look, nobody is answered sooner.
    expect(waits).toEqual([100, 100])
    for (let time = 0; time < 29; time += 1) await forget('nobody')
    expect(waits.filter((ms) => ms !== 100)).toEqual([2000])
  })

  it('without mail is answered all the same', async () => {
    await start()
    await server.signIn('ann')
    expect((await forget('ann')).body).toEqual({ ok: true })
  })
})

describe('a reset link', () => {
  const make = (netID: string) =>
    server.ask('/api/admin/reset-link', { token: boss, body: { netID } })

  it('is handed over by a super user, and its owner is told at the next sign-in, once', async () => {
    await start({ PUBLIC_URL: publicUrl })
    await server.signIn('ann')
    const answer = await make('ANN')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const url = String(answer.body['url'])
    expect(url).toMatch(new RegExp(`^${publicUrl}/reset-password#[\\w-]{43}$`))
    const [event] = await server.withToken(boss).call('audit')
    expect(event).toMatchObject({ kind: 'resetLinkMade', netID: 'boss', about: 'ann' })
    const token = url.split('#')[1]
    await ask('reset-password', { token, newPassword: 'a new password' })
    const first = await login('ann', 'a new password')
    expect(first.body).toMatchObject({ resetLinkMadeAt: clock.toISOString() })
    expect((await login('ann', 'a new password')).body).not.toHaveProperty('resetLinkMadeAt')
  })

  it.each([
    [
      'role',
      () =>
        server.ask('/api/admin/update-role', {
          token: boss,
          body: { netID: 'eve', field: 'isSuperUser', value: false },
        }),
    ],
    [
      'password',
      (eve: string) => ask('update-password', { newPassword: 'a password of eve' }, eve),
    ],
  ])('ends with the %s of who made it', async (_, end) => {
    await start({ PUBLIC_URL: publicUrl })
    await server.signIn('ann')
    const eve = await server.signIn('eve', { isSuperUser: true })
    const madeBy = async (by: string, netID: string) => {
      const { body } = await server.ask('/api/admin/reset-link', { token: by, body: { netID } })
      return String(body['url']).split('#')[1]
    }
    const [kept, ended] = [await madeBy(boss, 'ann'), await madeBy(eve, 'boss')]
    expect((await end(eve)).status).toBe(200)
    const use = (token?: string) => ask('reset-password', { token, newPassword: 'a new password' })
    expect(await use(ended)).toMatchObject(refused(403, 'linkOver'))
    expect((await use(kept)).status).toBe(200)
  })

  it('is told to its owner by mail where there is mail', async () => {
    await start(withMail())
    await server.signIn('ann')
    await make('ann')
    await expect
      .poll(() => mail.caught.map(({ to }) => to), { timeout: 10_000 })
      .toEqual(['ann@example.edu'])
    expect(mail.caught[0]?.text).not.toContain('#')
  })

  it('is told by mail also once it is over, where the mail server was away so long', async () => {
    await start(withMail())
    await server.signIn('ann')
    mail.faults.refuses = () => '450 Greylisted'
    await make('ann')
    const notices = () => server.db.read((reader) => listNoticesOf(reader, 'ann'))
    await expect.poll(notices).toMatchObject([{ error: expect.any(String), underWay: false }])
    mail.faults.refuses = () => null
    later(2 * 60)
    const { link } = await mailed('ann@example.edu')
    expect(link).toBe('')
  })

  it('without PUBLIC_URL begins with the address that the server listens at', async () => {
    await start()
    await server.signIn('ann')
    const { body } = await server.ask('/api/admin/reset-link', {
      token: boss,
      body: { netID: 'ann' },
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    expect(body['url']).toMatch(`${server.url}/reset-password#`)
  })

  it('is not made for an unknown netID, nor for a disabled account', async () => {
    await start()
    await server.signIn('ann')
    expect(await make('nobody')).toMatchObject(refused(404, 'unknownUser'))
    await server.ask('/api/admin/disable-user', {
      token: boss,
      body: { netID: 'ann', value: true },
    })
    expect(await make('ann')).toMatchObject(refused(409, 'noPasswordToReset'))
  })
})

describe('a new e-mail address, where there is mail,', () => {
  const change = (email: string, token: string) => ask('update-email', { email }, token)
  const emailOf = async (token: string) =>
    (await ask('verify-token', undefined, token)).body['email']

  it('is the account’s once the link that went to it is opened, signed in or not', async () => {
    await start(withMail())
    const ann = await server.signIn('ann')
    const answer = await change('new@example.edu', ann)
    expect(answer.body).toEqual({ email: 'ann@example.edu', pending: 'new@example.edu' })
    const { link, token } = await mailed('new@example.edu')
    expect(link).toBe(`${publicUrl}/confirm-email#${token}`)
    expect(await emailOf(ann)).toBe('ann@example.edu')
    expect((await ask('confirm-email', { token })).body).toEqual({
      ok: true,
      email: 'new@example.edu',
    })
    expect(await emailOf(ann)).toBe('new@example.edu')
    expect(await ask('confirm-email', { token })).toMatchObject(refused(403, 'linkOver'))
  })

  it('learns nobody’s netID before it is confirmed', async () => {
    await start(withMail())
    await change('stranger@example.edu', await server.signIn('ann1'))
    await mailed('stranger@example.edu')
    expect(JSON.stringify(mail.caught)).not.toContain('ann1')
  })

  it.skipIf(inject('postgresUrl') === '')(
    'takes the account before its link, as whoever disables the account does',
    async () => {
      await start(withMail())
      await change('new@example.edu', await server.signIn('ann'))
      const { token } = await mailed('new@example.edu')
      const release = await holdOpen(server.db, (tx) => findPasswordHashLocked(tx, 'ann'))
      const confirmed = ask('confirm-email', { token })
      await expect.poll(() => server.db.read(countWaiting)).toBe(1)
      const locked = await server.db.transaction(({ queries }) =>
        queries.execute(sql`select from account_links for update nowait`),
      )
      expect(locked.rows).toHaveLength(1)
      await release()
      expect((await confirmed).status).toBe(200)
    },
  )

  it('is the newest one that was asked for, for a day', async () => {
    await start(withMail())
    const ann = await server.signIn('ann')
    await change('one@example.edu', ann)
    const one = await mailed('one@example.edu')
    await change('two@example.edu', ann)
    const two = await mailed('two@example.edu')
    expect(await ask('confirm-email', { token: one.token })).toMatchObject(refused(403, 'linkOver'))
    later(24 * 60)
    expect(await ask('confirm-email', { token: two.token })).toMatchObject(refused(403, 'linkOver'))
  })

  it('is mailed to one address 5 times an hour for one person, and 20 times in all', async () => {
    await start(withMail())
    const netIDs = ['ann', 'bo', 'cy', 'di', 'ed']
    const [ann = '', ...others] = await Promise.all(netIDs.map((netID) => server.signIn(netID)))
    const lastOfAll = others.at(-1) ?? ''
    const askFiveTimes = async (asker: string) => {
      for (let sent = 0; sent < 5; sent += 1) {
        expect((await change('victim@example.edu', asker)).status).toBe(200)
      }
    }
    await askFiveTimes(ann)
    later(10)
    const sixth = await change('Victim@example.edu', ann)
    expect(sixth).toMatchObject(refused(429, 'tooManyLinks'))
    expect(sixth.headers.get('retry-after')).toBe('3000')
    expect((await change('other@example.edu', ann)).status).toBe(200)
    for (const asker of others.slice(0, 3)) await askFiveTimes(asker)
    const next = await change('victim@example.edu', lastOfAll)
    expect(next).toMatchObject(refused(429, 'tooManyLinks'))
    expect(next.headers.get('retry-after')).toBe('3000')
    expect((await change('other@example.edu', lastOfAll)).status).toBe(200)
  })

  it('is mailed to one mailbox no more often, whatever follows a + in its address', async () => {
    await start(withMail())
    const ann = await server.signIn('ann')
    for (const email of ['victim', 'victim+1', 'Victim+2', 'victim+', 'victim+a+b']) {
      const answer = await change(`${email}@example.edu`, ann)
      expect([answer.status, answer.body['pending']]).toEqual([200, `${email}@example.edu`])
    }
    expect(await change('victim+3@example.edu', ann)).toMatchObject(refused(429, 'tooManyLinks'))
    expect((await change('victim+1@elsewhere.example.edu', ann)).status).toBe(200)
  })

  it('counts towards what an address is mailed only where it is mailed', async () => {
    await start(withMail())
    const [ann, cy] = [await server.signIn('ann'), await server.signIn('cy')]
    await server.signIn('bo')
    for (const asker of [ann, cy]) {
      for (let asked = 0; asked < 10; asked += 1) {
        expect(await change('bo@example.edu', asker)).toMatchObject(refused(409, 'emailTaken'))
      }
    }
    await server.db.transaction((tx) =>
      updateAccount(tx, 'bo', { email: 'bo@elsewhere.example.edu' }),
    )
    expect((await change('bo@example.edu', ann)).status).toBe(200)
  })

  it('is asked of its owner by one mail, where the one before still waits', async () => {
    await start(withMail())
    await server.signIn('ann')
    const config = readConfig(withMail())
    const ctx = { ...systemContext, config, secretKey: '5e'.repeat(32), now: () => clock }
    await server.db.transaction(async (tx) => {
      for (const email of ['one@example.edu', 'two@example.edu']) {
        await mailLink(ctx, tx, { purpose: 'confirmEmail', netID: 'ann', email }, email)
      }
    })
    expect(await server.db.read((reader) => listNoticesOf(reader, 'ann'))).toHaveLength(1)
  })

  it('that somebody else has by then is refused', async () => {
    await start(withMail())
    const ann = await server.signIn('ann')
    await change('bo@example.edu', ann)
    const { token } = await mailed('bo@example.edu')
    await server.signIn('bo')
    expect(await ask('confirm-email', { token })).toMatchObject(refused(403, 'linkOver'))
    expect(await change('bo@example.edu', ann)).toMatchObject(refused(409, 'emailTaken'))
  })

  it.each([
    [
      'was reset from outside',
      async () => {
        await ask('forgot-password', { netID: 'ann' })
        const { token } = await mailed('ann@example.edu')
        return ask('reset-password', { token, newPassword: 'a new password' })
      },
    ],
    [
      'was changed by its owner',
      (ann: string) => ask('update-password', { newPassword: 'a new password' }, ann),
    ],
  ])('is forgotten when the password %s', async (_, end) => {
    await start(withMail())
    const ann = await server.signIn('ann')
    await change('thief@example.edu', ann)
    const { token } = await mailed('thief@example.edu')
    expect((await end(ann)).status).toBe(200)
    expect(await ask('confirm-email', { token })).toMatchObject(refused(403, 'linkOver'))
  })

  it.each<[string, (ann: string) => Promise<unknown>]>([
    [
      'its owner ends the session that asked for it',
      async (ann) => {
        const own = await server.withToken(ann).call('listSessions')
        const other = own.find(({ isCurrent }) => !isCurrent)
        return server.withToken(ann).call('endSession', { id: other?.id ?? '' })
      },
    ],
    ['its owner ends all others', (ann) => server.withToken(ann).call('endOtherSessions')],
    [
      'a super user ends all of them',
      () => server.withToken(boss).call('endSessions', { netID: 'ann' }),
    ],
  ])('is forgotten, with its mail that waits, when %s', async (_, end) => {
    await start({ ...withMail(), SMTP_URL: 'smtp://127.0.0.1:1' })
    const ann = await server.signIn('ann')
    await change('thief@example.edu', String((await login('ann')).body['token']))
    const kept = () =>
      server.db.read(async (reader) => ({
        links: await listAccountLinks(reader, 'ann'),
        mails: await listNoticesOf(reader, 'ann'),
      }))
    await expect
      .poll(kept)
      .toMatchObject({ links: [{}], mails: [{ state: 'waiting', underWay: false, tries: 1 }] })
    await end(ann)
    expect(await kept()).toEqual({ links: [], mails: [] })
  })
})

describe('a mail with a link that has ended', () => {
  const disable = () =>
    server.ask('/api/admin/disable-user', { token: boss, body: { netID: 'ann', value: true } })
  const changePassword = (ann: string) =>
    ask('update-password', { newPassword: 'a new password' }, ann)
  const mails = () => server.db.read((reader) => listNoticesOf(reader, 'ann'))

  it.each<[string, (ann: string) => Promise<{ status: number }>, string[]]>([
    ['a changed password', changePassword, ['confirmNetID', 'resetLinkMade']],
    ['disabling', disable, ['resetLinkMade']],
  ])('waits no longer after %s', async (_, end, left) => {
    // Without a mail server nothing is sent.
    await start()
    const ann = await server.signIn('ann')
    const config = readConfig(withMail())
    const ctx = { ...systemContext, config, secretKey: '5e'.repeat(32), now: () => clock }
    const to = 'ann@example.edu'
    await server.db.transaction(async (tx) => {
      for (const purpose of ['confirmNetID', 'resetPassword', 'confirmEmail'] as const) {
        const email = purpose === 'confirmEmail' ? to : null
        await mailLink(ctx, tx, { purpose, netID: 'ann', email }, to)
      }
      const warning = { kind: 'resetLinkMade', netID: 'ann', to, link: null } as const
      await queueAccountMail(ctx, tx, { ...warning, goodUntil: new Date(clock.getTime() + 1) })
    })
    expect((await end(ann)).status).toBe(200)
    expect((await mails()).map(({ kind }) => kind).sort()).toEqual(left)
  })

  it('that failed is not sent when it is tried again', async () => {
    await start(withMail())
    const ann = await server.signIn('ann')
    mail.faults.refuses = () => '550 No such user'
    await ask('update-email', { email: 'thief@example.edu' }, ann)
    await expect.poll(mails).toMatchObject([{ state: 'failed' }])
    mail.faults.refuses = () => null
    expect((await changePassword(ann)).status).toBe(200)
    const [failed] = await mails()
    const params = { id: failed?.id ?? '' }
    await server.withToken(boss).call('retryNotice', undefined, { params })
    const error = 'Its link is out of date.'
    await expect.poll(mails).toMatchObject([{ state: 'failed', error }])
    expect(mail.caught).toEqual([])
  })
})

it.each(['confirm', 'confirm-email', 'reset-password'])(
  'a made-up token of %s opens nothing, and writes nothing',
  async (path) => {
    await start()
    const ann = await server.signIn('ann')
    const before = server.db.version()
    for (const token of ['', 'x'.repeat(43), 'x'.repeat(10_000)]) {
      const body = { token, newPassword: 'a new password' }
      expect(await ask(path, body, ann)).toMatchObject(refused(403, 'linkOver'))
    }
    expect(server.db.version()).toBe(before)
  },
)
