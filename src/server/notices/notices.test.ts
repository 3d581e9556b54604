// On each engine: the queue is taken from with locks.

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MailStandIn, startMailServer } from '../../../stand-ins/smtp.ts'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { freePort } from '../../../tests/support/free-port.ts'
import { noticesSettled } from '../../../tests/support/notices-settled.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { minuteMs, secondMs } from '../../shared/durations.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import { pushes, toldChecks } from '../db/schema.ts'
import { queueAccountMail } from '../mail/account-mail.ts'
import { mailWork } from '../mail/send.ts'
import { MailFailure, sendAtMostMs } from '../mail/smtp.ts'
import { insertNotices } from '../mail/store.ts'
import { closeSeason } from '../privacy/close-season.ts'
import { importRoster } from '../tents/roster-import.ts'
import { findNotice, updateRetried, updateTickedOff } from './store.ts'
import { callForLate } from './worker.ts'

const begun = Date.parse('2026-01-19T08:04:00Z')

let mails: MailStandIn
let server: TestApp
let clock: number
let lead: string
let boss: string
const publicUrl = 'http://tents.example.edu'

const tentA = (netIDs = 'al1, bz2') =>
  rosterRow({ id: 'tA', order: 'A', name: 'Ants', members: 'Ann Lee, Bo Chen', netIDs })
const tentB = rosterRow({ id: 'tB', order: 'B', name: 'Bees', members: 'Smith', netIDs: 'cz3' })

async function begin(env: Record<string, string> = { SMTP_URL: mails.url }): Promise<void> {
  server = await startApp({ PUBLIC_URL: publicUrl, ...env }, () => new Date(clock))
  await server.db.transaction((tx) =>
    importRoster(systemContext, tx, [tentA(), tentB], { results: true }),
  )
  lead = await server.signIn('lead', { isLineMonitor: true, firstName: 'Lena' })
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
  for (const netID of ['al1', 'bz2', 'cz3', 'smith']) await server.signIn(netID)
}

beforeEach(async () => {
  clock = begun
  // One that the machine gives to nobody else while the mail server is down.
  mails = await startMailServer({ port: await freePort() })
  await begin()
})
afterEach(async () => {
  await server.close()
  await mails.close()
})

const later = (ms: number) => {
  clock += ms
}
const textOf = async (notice: { id: string } | undefined) => {
  const params = { id: notice?.id ?? '' }
  return (await server.withToken(boss).call('noticeText', undefined, { params })).text
}
const post = (path: string, token: string, body: object = {}) => server.ask(path, { token, body })
const ok = async (asked: ReturnType<typeof post>) => expect((await asked).status).toBe(200)
const listed = async () => (await server.withToken(boss).call('listNotices')).notices
const states = async () =>
  (await listed()).map(({ kind, to, state }) => `${kind} ${to} ${state}`).sort()
/** How many pushes about notices wait for super users. */
const needed = () =>
  server.db.read(({ queries }) => queries.$count(pushes, eq(pushes.kind, 'needed')))
const told = () => mails.caught.map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`).sort()

/** A check in which A has a Miss and B a Make; gives its id. */
async function checked(how = 'end-check'): Promise<string> {
  const checkId = await startCheck(server.withToken(lead), ['tA', 'tB'])
  await ok(post('/api/tent-checks/update', lead, { id: 'tA', misses: 1 }))
  await ok(post('/api/tent-checks/update', lead, { id: 'tB', lastCheck: 'Smith' }))
  await ok(post(`/api/${how}`, lead))
  return checkId
}
const correct = (checkId: string, outcome: string, tentId = 'tA') =>
  ok(
    post(`/api/checks/${checkId}/corrections`, boss, {
      tentId,
      outcome,
      reason: 'Seen by bz2 at the second call',
      correctionId: randomUUID(),
    }),
  )
const missMails = ['al1: A Miss for tent A, Ants', 'bz2: A Miss for tent A, Ants']

describe('a Miss', () => {
  it('waits from the end of its check, and is told 10 minutes later to who belongs to the tent', async () => {
    await checked()
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    expect((await listed())[0]).toMatchObject({ at: new Date(begun).toISOString(), tries: 0 })
    later(10 * minuteMs - 1)
    expect((await states())[0]).toBe('miss al1 waiting')
    later(1)
    await expect.poll(told).toEqual(missMails)
    await expect.poll(states).toEqual(['miss al1 sent', 'miss bz2 sent'])
    const [mail] = mails.caught.filter(({ to }) => to.startsWith('al1'))
    expect(mail?.text).toContain('Your tent has a Miss')
    expect(mail?.text).toContain('Mon, Jan 19, 3:04 AM')
    expect(mail?.text).toContain('Required: 10 members by night, in Black.')
    expect(mail?.text).toContain('Counted: nobody.')
    expect(mail?.text).toContain('Misses in Black: 1 of 1 allowed. The next one is one too many: ')
    expect(mail?.text).toContain('You can dispute it until Thu, Jan 22, 3:04 AM.')
    expect(mail?.text).toContain(`${publicUrl}/profile`)
    expect(mail?.html).toContain('prefers-color-scheme: dark')
    expect(mail?.from).toBe('K-Ville <no-reply@tents.example.edu>')
    expect(`${mail?.text} ${mail?.html} ${mail?.subject}`).not.toMatch(/bz2|cz3|lead/)
    expect(mails.caught.map(({ to }) => to.includes(','))).toEqual([false, false])
  })

  it('of a cancelled check is told, too', async () => {
    await checked('cancel-check')
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    expect(mails.caught[0]?.text).toContain('Its Misses count all the same.')
  })

  it('that is corrected before it is due is told to nobody', async () => {
    const checkId = await checked()
    later(9 * minuteMs)
    await correct(checkId, 'make')
    expect(await states()).toEqual([])
    later(minuteMs)
    await correct(checkId, 'miss', 'tB')
    await expect.poll(told).toEqual(['cz3: A Miss for tent B, Bees'])
    await expect.poll(states).toEqual(['miss cz3 sent'])
  })

  it('undone in a check that goes on is told as it stands when that is over, once', async () => {
    const checkId = await checked()
    later(5 * minuteMs)
    await ok(post(`/api/checks/${checkId}/reopen`, lead))
    expect(await states()).toEqual([])
    await ok(post('/api/tent-checks/undo', lead, { id: 'tA', checkId, undoId: randomUUID() }))
    await ok(post('/api/tent-checks/update', lead, { id: 'tA', misses: 1 }))
    await ok(post('/api/end-check', lead))
    later(9 * minuteMs)
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    later(minuteMs)
    await expect.poll(told).toEqual(missMails)
  })

  it('says who of those counted was excluded afterwards', async () => {
    const checkId = await startCheck(server.withToken(lead), ['tA'])
    await ok(post('/api/tent-checks/update', lead, { id: 'tA', lastCheck: 'Ann Lee, Bo Chen' }))
    const socket = server.connect(lead)
    await socket.timeout(5000).emitWithAck('excludedNamesUpdated', ['Ann Lee'], { base: [] })
    await ok(post('/api/end-check', lead))
    await correct(checkId, 'miss')
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    const counted = 'Counted: Ann Lee, Bo Chen. Ann Lee was excluded since.'
    for (const { text } of mails.caught) expect(text).toContain(counted)
  })

  it('corrected later is told to those who were told it, and one that stands again as a Miss', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(told).toHaveLength(2)
    await correct(checkId, 'none')
    const corrected = ['al1: Corrected: tent A, Ants', 'bz2: Corrected: tent A, Ants']
    await expect.poll(told).toEqual([...missMails, ...corrected].sort())
    const mail = mails.caught.find(
      ({ to, subject }) => to.startsWith('al1') && /^Corr/.test(subject),
    )
    expect(mail?.text).toContain('Your Miss was taken away')
    expect(mail?.text).toContain('Why: Seen by at the second call')
    await correct(checkId, 'miss')
    await expect.poll(told).toEqual([...missMails, ...missMails, ...corrected].sort())
  })

  it('is told to who belongs to the tent when it is due, and to nobody who left', async () => {
    await checked()
    later(9 * minuteMs)
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [tentA('al1, cz3'), { ...tentB, netIDs: '' }], {
        results: true,
      }),
    )
    later(minuteMs)
    await expect
      .poll(told)
      .toEqual(['al1: A Miss for tent A, Ants', 'cz3: A Miss for tent A, Ants'])
    await expect.poll(states).toEqual(['miss al1 sent', 'miss cz3 sent'])
  })

  it('is told anew to nobody by a correction of another tent', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    // A mail that is still under way days later is sent again.
    await expect.poll(states).toEqual(['miss al1 sent', 'miss bz2 sent'])
    await server.signIn('new9')
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [tentA('al1, bz2, new9'), tentB], { results: true }),
    )
    later(5 * 24 * 60 * minuteMs)
    await correct(checkId, 'miss', 'tB')
    const both = [...missMails, 'cz3: A Miss for tent B, Bees']
    await expect.poll(told).toEqual(both)
    await noticesSettled(server)
    await correct(checkId, 'none')
    const corrected = ['al1: Corrected: tent A, Ants', 'bz2: Corrected: tent A, Ants']
    await expect.poll(told).toEqual([...both, ...corrected].sort())
    await correct(checkId, 'miss')
    const again = [...missMails, 'new9: A Miss for tent A, Ants']
    await expect.poll(told).toEqual([...both, ...corrected, ...again].sort())
  })

  it('of a season that is closed is told to nobody, least of all to the next season’s tents', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    await noticesSettled(server)
    await server.db.transaction((tx) => closeSeason(tx, new Date(clock)))
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [tentA(), tentB], { results: true }),
    )
    await correct(checkId, 'miss', 'tB')
    await correct(checkId, 'none')
    await noticesSettled(server)
    expect(await states()).toEqual([])
    expect(told()).toEqual(missMails)
  })

  it('that waits for the mail server as its check is reopened is told after the new end', async () => {
    mails.faults.refuses = () => '450 Greylisted'
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ error }) => error !== null)).toBe(true)
    await ok(post(`/api/checks/${checkId}/reopen`, boss))
    await expect.poll(states).toEqual([])
    await ok(post('/api/end-check', lead))
    await expect.poll(states).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    mails.faults.refuses = () => null
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
  })

  it('that a correction makes too late for a dispute does not invite to one', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    const mailOf = (netID: string) => mails.caught.findLast(({ to }) => to.startsWith(netID))?.text
    later(72 * 60 * minuteMs - 10 * minuteMs)
    await correct(checkId, 'miss', 'tB')
    await expect.poll(() => mailOf('cz3')).toContain('You can dispute it until Thu, Jan 22')
    await correct(checkId, 'none')
    await expect.poll(() => mailOf('al1')).toContain('Your Miss was taken away')
    later(1)
    await correct(checkId, 'miss')
    await expect.poll(() => mailOf('al1')).toContain('Your tent has a Miss')
    expect(mailOf('al1')).not.toContain('dispute')
  })

  it('of the second tent in which a netID stands is told, too, each in a mail of its own', async () => {
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [tentA(), { ...tentB, netIDs: 'cz3, al1' }], {
        results: true,
      }),
    )
    const checkId = await checked()
    await correct(checkId, 'miss', 'tB')
    later(10 * minuteMs)
    const ofB = ['al1: A Miss for tent B, Bees', 'cz3: A Miss for tent B, Bees']
    await expect.poll(told).toEqual([...missMails, ...ofB].sort())
  })

  it('is not told by a server that was asked to wait no time only after a while', async () => {
    await server.close()
    await begin({ SMTP_URL: mails.url, NOTICE_DELAY_SECONDS: '0' })
    await checked()
    await expect.poll(told).toEqual(missMails)
  })
})

describe('mails about Misses', () => {
  it('are ended by the mail’s own button, without a session; to open its address changes nothing', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(told).toHaveLength(2)
    const mail = mails.caught.find(({ to }) => to.startsWith('al1'))
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const address = mail?.headers.get('list-unsubscribe')?.slice(1, -1) ?? ''
    expect(address.startsWith(`${publicUrl}/api/`)).toBe(true)
    expect(address).not.toContain('al1')
    const path = address.slice(publicUrl.length)
    const account = { netID: 'al1', password: 'correct horse battery' }
    const { token } = await server.as('visitor').call('login', account)
    const settings = () => server.withToken(token).call('getNoticeSettings')

    const opened = await fetch(server.url + path, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/profile'])
    expect(await settings()).toMatchObject({ mail: { miss: true } })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const pressed = await server.ask(path, { body: 'List-Unsubscribe=One-Click', headers })
    expect(pressed.status).toBe(200)
    expect(await settings()).toMatchObject({ mail: { miss: false } })
    expect((await server.ask('/api/notices/unsubscribe/nonsense', { body: {} })).status).toBe(404)

    await correct(checkId, 'none')
    await expect.poll(told).toEqual([...missMails, 'bz2: Corrected: tent A, Ants'].sort())
  })

  it('are ended on the profile, and by hand nobody is told either who does not want to be', async () => {
    const login = { netID: 'al1', password: 'correct horse battery' }
    const { token } = await server.as('visitor').call('login', login)
    const settings = await server.withToken(token).call('getNoticeSettings')
    expect(settings).toEqual({
      mail: { miss: true },
      push: { grace: false, myTent: false, dispute: false, check: false, needed: false },
      quiet: null,
    })
    const wanted = {
      ...settings,
      mail: { miss: false },
      quiet: { from: '22:00', to: '07:00' },
    }
    const put = (given: object) =>
      server.ask('/api/notices/settings', { method: 'PUT', token, body: given })
    expect(await put(wanted)).toMatchObject({ status: 200, body: wanted })
    for (const wrong of [
      { mail: { miss: false } },
      { ...wanted, quiet: { from: '24:00', to: '07:00' } },
      { ...wanted, mail: { miss: 'no' } },
    ]) {
      expect((await put(wrong)).status).toBe(400)
    }
    await checked()
    expect(await states()).toEqual(['miss bz2 waiting'])
  })
})

describe('without a mail server', () => {
  it('nothing is to be said to who has left the tent', async () => {
    await server.close()
    await begin({})
    await checked()
    later(10 * minuteMs)
    await expect.poll(states).toEqual(['miss al1 byHand', 'miss bz2 byHand'])
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [tentA('bz2'), tentB], { results: true }),
    )
    const left = (await listed()).find(({ to }) => to === 'al1')
    const params = { id: left?.id ?? '' }
    const asked = server.withToken(boss).refusal('noticeText', undefined, { params })
    expect(await asked).toEqual([409, 'noticeOver'])
  })

  it('a person is told by hand, and ticked off', async () => {
    await server.close()
    await begin({})
    const checkId = await checked()
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    later(10 * minuteMs)
    await expect.poll(states).toEqual(['miss al1 byHand', 'miss bz2 byHand'])
    const [first] = await listed()
    expect(first?.about).toBe(
      'Your tent A, Ants has a Miss in the check of Mon, Jan 19, 3:04 AM. You can dispute it on your profile until Thu, Jan 22, 3:04 AM.',
    )
    expect(await textOf(first)).toBe(
      [
        'Your tent has a Miss.',
        'Tent A, Ants, Mon, Jan 19, 3:04 AM.',
        'Required: 10 members by night, in Black.',
        'Counted: nobody.',
        'Misses in Black: 1 of 1 allowed. The next one is one too many: the policy says what follows.',
        'Were you there? You can dispute it until Thu, Jan 22, 3:04 AM.',
      ].join('\n'),
    )
    const at = (what: string, id = first?.id) => post(`/api/notices/${id}/${what}`, boss)
    expect(await at('retry')).toMatchObject({ status: 409, body: { code: 'noMailServer' } })
    await ok(at('done'))
    await ok(at('done'))
    expect(await states()).toContain(`miss ${first?.to} done`)
    later(72 * 60 * minuteMs)
    await correct(checkId, 'miss', 'tB')
    const late = async () => (await listed()).find(({ to }) => to === 'cz3')?.about
    await expect
      .poll(late)
      .toBe('Your tent B, Bees has a Miss in the check of Mon, Jan 19, 3:04 AM.')
    for (const what of ['done', 'retry']) {
      expect(await at(what, randomUUID())).toMatchObject({
        status: 404,
        body: { code: 'unknownNotice' },
      })
    }
  })
})

it('a notice is told by hand only together with the push that says so', async () => {
  await server.close()
  await begin({})
  const run = (text: string) =>
    server.db.transaction(({ queries }) => queries.execute(sql.raw(text)))
  // As a kill between the two would: the push is not written.
  await run(`alter table pushes add constraint broken check (kind <> 'needed')`)
  await checked()
  later(10 * minuteMs)
  await expect.poll(() => server.takeErrors().join()).toContain('notices could not be planned')
  expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
  await run('alter table pushes drop constraint broken')
  await expect.poll(states).toEqual(['miss al1 byHand', 'miss bz2 byHand'])
  expect(await needed()).toBe(1)
  server.takeErrors()
})

it('that need a hand are all listed, however many there are', async () => {
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

describe('a mail server', () => {
  const bounce = (address: string) => (address.startsWith('al1') ? '550 No such user' : null)

  it('that refuses one address holds up no other; what failed is sent again by hand', async () => {
    mails.faults.refuses = bounce
    await checked()
    later(10 * minuteMs)
    await expect.poll(states).toEqual(['miss al1 failed', 'miss bz2 sent'])
    const failed = (await listed()).find(({ state }) => state === 'failed')
    expect(failed).toMatchObject({ tries: 1, error: 'The mail server answered 550 to RCPT TO.' })
    mails.faults.refuses = () => null
    await ok(post(`/api/notices/${failed?.id}/retry`, boss))
    await expect.poll(states).toEqual(['miss al1 sent', 'miss bz2 sent'])
    expect(await post(`/api/notices/${failed?.id}/retry`, boss)).toMatchObject({
      status: 409,
      body: { code: 'noticeSent' },
    })
  })

  it('that puts a mail off gets it again later', async () => {
    mails.faults.refuses = () => '450 Greylisted'
    await checked()
    later(10 * minuteMs)
    // Not before the answer has come: from then on is counted when it is tried again.
    const refused = [1, 'waiting', 'The mail server answered 450 to RCPT TO.']
    await expect
      .poll(async () => (await listed()).map(({ tries, state, error }) => [tries, state, error]))
      .toEqual([refused, refused])
    mails.faults.refuses = () => null
    later(minuteMs)
    await expect.poll(told).toEqual(missMails)
  })

  it('that puts a mail off gets it at once where a super user wants so', async () => {
    mails.faults.refuses = (address) => (address.startsWith('al1') ? '450 Greylisted' : null)
    await checked()
    later(10 * minuteMs)
    const putOff = async () => (await listed()).find(({ error }) => error !== null)
    await expect.poll(putOff).toMatchObject({ to: 'al1', state: 'waiting', tries: 1 })
    mails.faults.refuses = () => null
    await ok(post(`/api/notices/${(await putOff())?.id}/retry`, boss))
    await expect.poll(told).toEqual(missMails)
  })

  it('is not handed a Miss before it is due, whoever wants it', async () => {
    await checked()
    const [first] = await listed()
    await ok(post(`/api/notices/${first?.id}/retry`, boss))
    later(9 * minuteMs)
    await ok(post(`/api/notices/${first?.id}/retry`, boss))
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    later(minuteMs)
    await expect.poll(told).toEqual(missMails)
  })

  it('that is down for a day delays the mails, and loses none', async () => {
    await mails.stop()
    await checked()
    later(10 * minuteMs)
    const notReached = { error: 'The mail server could not be reached.' }
    // Both: the clock is not moved under a mail that is being tried.
    await expect.poll(listed).toMatchObject([notReached, notReached])
    later(24 * 60 * minuteMs)
    await mails.startAgain()
    await expect.poll(told).toEqual(missMails)
  })

  it('that takes no mail for an hour calls super users once, who tell it by hand meanwhile', async () => {
    await mails.stop()
    await checked()
    later(10 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ error }) => error !== null)).toBe(true)
    expect((await listed()).map(({ isLate }) => isLate)).toEqual([false, false])
    later(60 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ isLate }) => isLate)).toBe(true)
    expect(await needed()).toBe(1)
    later(10 * secondMs)
    await expect.poll(needed).toBe(0)
    // What the worker does twice a second.
    const ctx = { ...systemContext, config: readConfig({}), db: server.db }
    await callForLate({ ...ctx, now: () => new Date(clock) })
    expect(await needed()).toBe(0)
    const [first, second] = await listed()
    await ok(post(`/api/notices/${first?.id}/done`, boss))
    await mails.startAgain()
    later(minuteMs)
    await expect.poll(states).toContain(`miss ${second?.to} sent`)
    expect(told()).toEqual([`${second?.to}: A Miss for tent A, Ants`])
    expect((await listed()).map(({ isLate }) => isLate)).toEqual([false, false])
  })

  it('that takes no correction for an hour, nor what is sent again, calls super users', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(states).toEqual(['miss al1 sent', 'miss bz2 sent'])
    await mails.stop()
    await correct(checkId, 'make')
    const waiting = async () => (await listed()).filter(({ state }) => state === 'waiting')
    const arePutOff = async () => (await waiting()).every(({ error }) => error !== null)
    const areLate = async () => (await waiting()).map(({ isLate }) => isLate)
    await expect.poll(arePutOff).toBe(true)
    later(60 * minuteMs - 1)
    await callForLate({
      ...systemContext,
      config: readConfig({}),
      db: server.db,
      now: () => new Date(clock),
    })
    expect(await areLate()).toEqual([false, false])
    later(1)
    await expect.poll(areLate).toEqual([true, true])
    for (const { id } of await waiting()) await ok(post(`/api/notices/${id}/retry`, boss))
    expect(await areLate()).toEqual([false, false])
    await expect.poll(arePutOff).toBe(true)
    later(60 * minuteMs)
    await expect.poll(areLate).toEqual([true, true])
  })

  it('that fails while a person tells it by hand does not get it again', async () => {
    mails.faults.isSilent = true
    await checked()
    later(10 * minuteMs)
    await expect.poll(async () => (await listed()).map(({ tries }) => tries)).toEqual([1, 1])
    const toAl1 = (await listed()).find(({ to }) => to === 'al1')
    await ok(post(`/api/notices/${toAl1?.id}/done`, boss))
    // Both attempts fail; the next begins once they have.
    await mails.stop()
    mails.faults.isSilent = false
    await mails.startAgain()
    await expect.poll(async () => (await listed()).some(({ error }) => error !== null)).toBe(true)
    later(minuteMs)
    await expect.poll(told).toContain('bz2: A Miss for tent A, Ants')
    await expect.poll(states).toEqual(['miss al1 done', 'miss bz2 sent'])
    expect(told()).toEqual(['bz2: A Miss for tent A, Ants'])
  })

  it('that puts a mail off for three days does not get it again', async () => {
    mails.faults.refuses = () => '450 Greylisted'
    await checked()
    later(3 * 24 * 60 * minuteMs)
    await expect.poll(states).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    await expect.poll(async () => (await listed()).every(({ tries }) => tries === 1)).toBe(true)
    later(24 * 60 * minuteMs)
    await expect.poll(states).toEqual(['miss al1 failed', 'miss bz2 failed'])
  })

  it.each(['losesAnswer', 'cutsOff'] as const)(
    'that %s gets the mail again, with the same Message-ID, and it is said',
    async (fault) => {
      let times = 0
      mails.faults[fault] = () => ++times <= 2
      await checked()
      later(10 * minuteMs)
      await expect.poll(() => times).toBe(2)
      await expect
        .poll(async () => (await listed()).every(({ error }) => error !== null))
        .toBe(true)
      later(2 * minuteMs)
      await expect.poll(states).toEqual(['miss al1 sent', 'miss bz2 sent'])
      const toAl1 = mails.caught.filter(({ to }) => to.startsWith('al1'))
      expect(toAl1).toHaveLength(fault === 'losesAnswer' ? 2 : 1)
      expect(new Set(toAl1.map(({ messageID }) => messageID)).size).toBe(1)
      expect((await listed())[0]?.error).toContain('same Message-ID')
    },
  )

  it('that loses the answer gets the mail again at once where a super user asks for it', async () => {
    let times = 0
    mails.faults.losesAnswer = () => ++times <= 2
    await checked()
    later(10 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ error }) => error !== null)).toBe(true)
    for (const { id } of await listed()) await ok(post(`/api/notices/${id}/retry`, boss))
    await expect.poll(states).toEqual(['miss al1 sent', 'miss bz2 sent'])
    expect((await listed())[0]?.error).toContain('same Message-ID')
  })

  /** The mails about the Misses of a check whose answers were lost; gives the check's id. */
  async function withLostAnswers(): Promise<string> {
    let times = 0
    mails.faults.losesAnswer = () => ++times <= 2
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ error }) => error !== null)).toBe(true)
    return checkId
  }
  /** Resolves when all mails that are due now have been taken. */
  async function allTaken(): Promise<void> {
    const [at, dueAt] = [new Date(clock), new Date(clock)]
    const last = { id: randomUUID(), netID: 'cz3', about: 'x', messageID: '<w@x>', at, dueAt }
    await server.db.transaction((tx) =>
      insertNotices(tx, [{ ...last, kind: 'resetLinkMade' as const }]),
    )
    await expect.poll(states).toContain('resetLinkMade cz3 failed')
  }
  const corrected = ['al1: Corrected: tent A, Ants', 'bz2: Corrected: tent A, Ants']

  it('that loses the answer is followed by what becomes of the Miss in a check that is reopened', async () => {
    const checkId = await withLostAnswers()
    await ok(post(`/api/checks/${checkId}/reopen`, boss))
    later(2 * minuteMs)
    await allTaken()
    await ok(post('/api/tent-checks/undo', lead, { id: 'tA', checkId, undoId: randomUUID() }))
    await ok(post('/api/tent-checks/update', lead, { id: 'tA', lastCheck: 'Ann Lee' }))
    await ok(post('/api/end-check', lead))
    later(10 * minuteMs)
    await expect.poll(told).toEqual([...missMails, ...corrected].sort())
    await expect.poll(states).toContain('miss al1 sent')
    const miss = (await listed()).find(({ kind }) => kind === 'miss')
    expect(miss?.error).toContain('not sent again')
  })

  it('that loses the answer gets the mail again where a reopened check ends with the Miss', async () => {
    const checkId = await withLostAnswers()
    await ok(post(`/api/checks/${checkId}/reopen`, boss))
    later(2 * minuteMs)
    await allTaken()
    await ok(post('/api/end-check', lead))
    later(10 * minuteMs)
    await expect.poll(told).toEqual([...missMails, ...missMails].sort())
    expect(new Set(mails.caught.map(({ messageID }) => messageID)).size).toBe(2)
  })

  it('that loses the answer is late an hour after the mail may be sent, however long its check goes on', async () => {
    const ctx = { ...systemContext, config: readConfig({}), db: server.db }
    const areLate = async () => {
      await callForLate({ ...ctx, now: () => new Date(clock) })
      return (await listed()).map(({ isLate }) => isLate)
    }
    const checkId = await withLostAnswers()
    await ok(post(`/api/checks/${checkId}/reopen`, boss))
    later(120 * minuteMs)
    expect(await areLate()).toEqual([false, false])
    await mails.stop()
    await ok(post('/api/end-check', lead))
    later(70 * minuteMs - 1)
    expect(await areLate()).toEqual([false, false])
    later(1)
    expect(await areLate()).toEqual([true, true])
  })

  it('that loses the answer and is down is followed by all that becomes of the Miss', async () => {
    const checkId = await withLostAnswers()
    await mails.stop()
    await correct(checkId, 'make')
    later(2 * minuteMs)
    await expect.poll(states).toContain('miss al1 sent')
    await expect.poll(states).toContain('miss bz2 sent')
    await correct(checkId, 'none')
    await mails.startAgain()
    later(2 * minuteMs)
    await expect.poll(told).toEqual([...missMails, ...corrected].sort())
  })

  it('takes a mail from one of two servers alone', async () => {
    const other = await server.another()
    await checked()
    later(10 * minuteMs)
    await expect.poll(states).toEqual(['miss al1 sent', 'miss bz2 sent'])
    expect(told()).toEqual(missMails)
    await other.app.close()
  })
})

describe('a mail that is under way', () => {
  let sent: number
  let answer: (failure?: MailFailure) => void
  const workAt = (ms: number) => {
    const letter = { to: 'al1@x', subject: '', head: '', lines: [], link: null } as never
    const send = () => {
      sent += 1
      return new Promise<void>((resolve, reject) => {
        answer = (failure) => (failure === undefined ? resolve() : reject(failure))
      })
    }
    const ctx = { ...systemContext, db: server.db, now: () => new Date(begun + ms) }
    return mailWork(ctx, send, async () => letter)()
  }
  let first: Promise<number>
  beforeEach(async () => {
    await server.close()
    await begin({})
    const at = new Date(begun)
    await server.db.transaction((tx) =>
      insertNotices(tx, [
        { id: 'm', kind: 'shifts', netID: 'al1', about: '', messageID: '<m@x>', at, dueAt: at },
      ]),
    )
    sent = 0
    first = workAt(0)
    await expect.poll(() => sent).toBe(1)
  })

  it('is taken by no other server before its time is over by a clock that is a minute behind', async () => {
    await workAt(minuteMs + sendAtMostMs)
    expect(sent).toBe(1)
    answer()
    await first
  })

  it('is sent once though it is ticked off and sent again meanwhile', async () => {
    const now = new Date(begun)
    await server.db.transaction((tx) => updateTickedOff(tx, 'm', now))
    await server.db.transaction((tx) => updateRetried(tx, 'm', now))
    await workAt(1)
    expect(sent).toBe(1)
    answer()
    await first
    await workAt(minuteMs + sendAtMostMs + 5001)
    expect(sent).toBe(1)
  })

  it.each([
    ['refused', false, null],
    ['unreachable', true, expect.stringContaining('same Message-ID')],
  ] as const)(
    'and is %s after it was ticked off is sent again at once; lost answer %s',
    async (kind, mayHaveArrived, error) => {
      const now = new Date(begun)
      await server.db.transaction((tx) => updateTickedOff(tx, 'm', now))
      answer(new MailFailure(kind, 'It failed.', mayHaveArrived))
      await first
      await server.db.transaction((tx) => updateRetried(tx, 'm', now))
      const again = workAt(1)
      await expect.poll(() => sent).toBe(2)
      answer()
      await again
      expect(await server.db.read((reader) => findNotice(reader, 'm'))).toMatchObject({
        state: 'sent',
        error,
      })
    },
  )
})

describe('a clock that was ahead and is set back', () => {
  const dayMs = 24 * 60 * minuteMs

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
