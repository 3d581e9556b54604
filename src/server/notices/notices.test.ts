import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  areLate,
  begin,
  begun,
  boss,
  checked,
  clock,
  correct,
  eachNoticesNight,
  freePlanning,
  holdPlanning,
  later,
  lead,
  listed,
  mails,
  missMails,
  needed,
  ok,
  post,
  publicUrl,
  server,
  states,
  tentA,
  tentB,
  textOf,
  told,
} from '../../../tests/support/notices-night.ts'
import { noticesSettled } from '../../../tests/support/notices-settled.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts'
import { updateAccount } from '../accounts/store.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import { notices, users } from '../db/schema.ts'
import { mailWork } from '../mail/send.ts'
import { insertNotices } from '../mail/store.ts'
import { closeSeason } from '../privacy/close-season.ts'
import { seal } from '../seal.ts'
import { importRoster } from '../tents/roster-import.ts'
import { letterWriter } from './letters.ts'
import { unsubscribeToken } from './unsubscribing.ts'

eachNoticesNight()

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
    expect(mail?.text).toContain('No count was kept: the mark was a Miss.')
    expect(mail?.text).toContain('Misses in Black: 1 of 1 allowed. The next one is one too many: ')
    expect(mail?.text).toContain('You can dispute it until Thu, Jan 22, 3:04 AM.')
    expect(mail?.text).toContain(`${publicUrl}/profile`)
    expect(mail?.html).toContain('prefers-color-scheme: dark')
    expect(mail?.from).toBe('K-Ville <no-reply@tents.example.edu>')
    expect(`${mail?.text} ${mail?.html} ${mail?.subject}`).not.toMatch(/bz2|cz3|lead/)
    expect(mails.caught.map(({ to }) => to.includes(','))).toEqual([false, false])
  })

  it('of the period before names that period beside the Misses of this one', async () => {
    later(Date.parse('2026-01-28T11:55:00Z') - begun)
    await checked()
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    const misses = 'This Miss is of Black. Misses in Blue: 0 of 1 allowed. '
    expect(mails.caught[0]?.text).toContain(misses)
  })

  it('of a cancelled check is told, too', async () => {
    await checked('cancel-check')
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    expect(mails.caught[0]?.text).toContain('but its Misses still count.')
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

  it('of a mark after a correction and a reopening is not said to be corrected', async () => {
    const checkId = await checked()
    later(minuteMs)
    await correct(checkId, 'make')
    later(minuteMs)
    await ok(post(`/api/checks/${checkId}/reopen`, lead))
    await ok(post('/api/tent-checks/undo', lead, { id: 'tA', checkId, undoId: randomUUID() }))
    await ok(post('/api/tent-checks/update', lead, { id: 'tA', misses: 1 }))
    await ok(post('/api/end-check', lead))
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    for (const { text } of mails.caught) expect(text).not.toMatch(/corrected|Why:/)
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

  it('corrected by a clock that was set back is told as corrected', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    later(-hourMs)
    await correct(checkId, 'make')
    await expect.poll(() => mails.caught.length).toBe(4)
    for (const { text } of mails.caught.slice(2)) {
      expect(text).toContain('Why: Seen by')
      expect(text).toContain('No count was kept: the mark was a Miss.')
    }
  })

  it('corrected twice is told as it stands now, not as if the Miss had stood until then', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    for (const [outcome, head, about] of [
      ['make', 'Your Miss is now a Make', 'has a Make in place of the Miss'],
      ['none', 'Your tent has no mark now', 'has no mark now'],
      ['make', 'Your tent has a Make now', 'has a Make now'],
    ] as const) {
      const mailsBefore = mails.caught.length
      await correct(checkId, outcome)
      await expect.poll(() => mails.caught.length).toBe(mailsBefore + 2)
      await noticesSettled(server)
      for (const { text } of mails.caught.slice(mailsBefore)) expect(text).toContain(head)
      expect((await listed()).map((notice) => notice.about)).toContain(
        `Your tent A, Ants ${about} in the check of Mon, Jan 19, 3:04 AM.`,
      )
    }
  })

  it('that its tent has disputed already is not said to be disputable', async () => {
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    const account = { netID: 'al1', password: 'correct horse battery' }
    const { token } = await server.as('visitor').call('login', account)
    const said = { checkId, text: 'We were there at the second call.' }
    const { id } = await server.withToken(token).call('fileDispute', said)
    const answer = { outcome: 'vacated', text: 'You were there.' } as const
    await server.withToken(boss).call('answerDispute', answer, { params: { id } })
    await expect.poll(told).toHaveLength(4)
    await noticesSettled(server)
    const before = (await listed()).map((notice) => notice.id)
    await correct(checkId, 'miss')
    await expect.poll(told).toHaveLength(6)
    const added = (await listed()).filter((notice) => !before.includes(notice.id))
    const when = 'Mon, Jan 19, 3:04 AM'
    expect(added.map(({ about }) => about)).toEqual(
      Array(2).fill(`Your tent A, Ants has a Miss in the check of ${when}.`),
    )
    for (const { text } of mails.caught.slice(4)) {
      expect(text).toContain('Your tent has a Miss')
      expect(text).not.toContain('can dispute')
    }
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

  it('of a tent that has left the roster is told to its members, and so is its correction', async () => {
    const checkId = await checked()
    await server.db.transaction((tx) => importRoster(systemContext, tx, [tentB], { results: true }))
    later(10 * minuteMs)
    await expect.poll(told).toEqual(missMails)
    await correct(checkId, 'none')
    const corrected = ['al1', 'bz2'].map((netID) => `${netID}: Corrected: tent A, Ants`)
    await expect.poll(told).toEqual([...missMails, ...corrected].sort())
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
    later(5 * dayMs)
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
    later(72 * hourMs - 10 * minuteMs)
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
  const secretKey = '5e'.repeat(32)
  /** The mail's own button, without a session. */
  const pressed = (token: string) => ok(post(`/api/notices/unsubscribe/${token}`, ''))
  async function settingsOfAl1() {
    const account = { netID: 'al1', password: 'correct horse battery' }
    const { token } = await server.as('visitor').call('login', account)
    return () => server.withToken(token).call('getNoticeSettings')
  }

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
    const settings = await settingsOfAl1()

    const opened = await fetch(server.url + path, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/profile'])
    expect(await settings()).toMatchObject({ mail: { miss: true } })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const ended = await server.ask(path, { body: 'List-Unsubscribe=One-Click', headers })
    expect(ended.status).toBe(200)
    expect(await settings()).toMatchObject({ mail: { miss: false } })
    expect((await server.ask('/api/notices/unsubscribe/nonsense', { body: {} })).status).toBe(404)

    await correct(checkId, 'none')
    await expect.poll(told).toEqual([...missMails, 'bz2: Corrected: tent A, Ants'].sort())
  })

  it('are none any more for who registered after the backup that was restored', async () => {
    await pressed(unsubscribeToken({ secretKey }, { netID: 'ghost', kind: 'miss', email: 'g@x' }))
  })

  it('are not ended by a link that was mailed to an earlier address of the account', async () => {
    const settings = await settingsOfAl1()
    const linkTo = (email: string) =>
      unsubscribeToken({ secretKey }, { netID: 'al1', kind: 'miss', email })
    const first = linkTo('al1@example.edu')
    await server.db.transaction((tx) => updateAccount(tx, 'al1', { email: 'Ann@example.edu' }))
    await pressed(first)
    expect(await settings()).toMatchObject({ mail: { miss: true } })
    await pressed(linkTo('ann@example.edu'))
    expect(await settings()).toMatchObject({ mail: { miss: false } })
  })

  it.each([{}, { kind: 'miss' }])(
    'are ended by an older link, which says no address: %j',
    async (more) => {
      const settings = await settingsOfAl1()
      await pressed(seal(JSON.stringify({ endMailsOf: 'al1', ...more }), secretKey))
      expect(await settings()).toMatchObject({ mail: { miss: false } })
    },
  )

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

it('who has no e-mail address is told by hand', async () => {
  await server.db.transaction(({ queries }) =>
    queries.update(users).set({ email: '' }).where(eq(users.netID, 'al1')),
  )
  await checked()
  later(10 * minuteMs)
  await expect.poll(states).toEqual(['miss al1 byHand', 'miss bz2 sent'])
  expect(await needed()).toBe(1)
  expect(told()).toEqual(['bz2: A Miss for tent A, Ants'])
  const [notice] = await listed()
  expect(notice?.error).toBeNull()
  expect(await textOf(notice)).toContain('Your tent has a Miss.')
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

  it('the newest 2,000 to be told are listed, with how many there are', async () => {
    const many = Array.from({ length: 2002 }, (_, place) => ({
      id: `n${place}`,
      kind: 'shifts' as const,
      state: 'byHand' as const,
      netID: 'al1',
      about: 'A shift',
      at: new Date(clock - place * 1000),
      dueAt: new Date(clock),
      messageID: `m${place}`,
    }))
    await server.db.transaction(({ queries }) => queries.insert(notices).values(many))
    const { notices: shown, toDo } = await server.withToken(boss).call('listNotices')
    expect([shown.length, shown[0]?.id, shown.at(-1)?.id, toDo]).toEqual([
      2000,
      'n0',
      'n1999',
      2002,
    ])
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
        'No count was kept: the mark was a Miss.',
        'Misses in Black: 1 of 1 allowed. The next one is one too many: the policy says what happens then.',
        'Were you there? You can dispute it until Thu, Jan 22, 3:04 AM.',
      ].join('\n'),
    )
    const at = (what: string, id = first?.id) => post(`/api/notices/${id}/${what}`, boss)
    expect(await at('retry')).toMatchObject({ status: 409, body: { code: 'noMailServer' } })
    await ok(at('done'))
    await ok(at('done'))
    expect(await states()).toContain(`miss ${first?.to} done`)
    expect(await server.withToken(boss).call('audit')).toMatchObject([
      { kind: 'noticeTickedOff', netID: 'boss', about: first?.to },
    ])
    later(72 * hourMs)
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
    later(10_000)
    await expect.poll(needed).toBe(0)
    expect(await areLate()).toEqual([true, true])
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
    const correctionsLate = async () => (await waiting()).map(({ isLate }) => isLate)
    await expect.poll(arePutOff).toBe(true)
    later(60 * minuteMs - 1)
    expect(await areLate()).not.toContain(true)
    later(1)
    await expect.poll(correctionsLate).toEqual([true, true])
    for (const { id } of await waiting()) await ok(post(`/api/notices/${id}/retry`, boss))
    expect(await correctionsLate()).toEqual([false, false])
    await expect.poll(arePutOff).toBe(true)
    later(60 * minuteMs)
    await expect.poll(correctionsLate).toEqual([true, true])
  })

  it('that fails while a person tells it by hand does not get it again', async () => {
    mails.faults.isSilent = true
    await checked()
    later(10 * minuteMs)
    const taken = async () => (await listed()).filter(({ tries }) => tries > 0)
    // Else the mail that is ticked off could still reach the mail server that answers again.
    await expect
      .poll(async () => mails.connections() > 0 && mails.connections() === (await taken()).length)
      .toBe(true)
    const [byHand] = await taken()
    const other = byHand?.to === 'al1' ? 'bz2' : 'al1'
    await ok(post(`/api/notices/${byHand?.id}/done`, boss))
    // What is under way fails; the next attempt begins once it has.
    await mails.stop()
    mails.faults.isSilent = false
    await mails.startAgain()
    await expect.poll(async () => (await listed()).some(({ error }) => error !== null)).toBe(true)
    later(minuteMs)
    await expect.poll(states).toEqual([`miss ${byHand?.to} done`, `miss ${other} sent`].sort())
    expect(told()).toEqual([`${other}: A Miss for tent A, Ants`])
  })

  it('that puts a mail off for three days does not get it again', async () => {
    mails.faults.refuses = () => '450 Greylisted'
    await checked()
    later(3 * 24 * 60 * minuteMs)
    await expect.poll(async () => (await listed()).every(({ error }) => error !== null)).toBe(true)
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
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
  /** Another server takes the mails that are due in 2 minutes; `act` is done before it reads on. */
  async function atNextTaking(act: () => Promise<void>): Promise<void> {
    let acted: Promise<void> | undefined
    const statement: typeof server.db.statement = async (work) => {
      const done = await server.db.statement(work)
      acted ??= act()
      await acted
      return done
    }
    const db = { ...server.db, statement }
    const config = readConfig({ SMTP_URL: mails.url, PUBLIC_URL: publicUrl })
    const now = () => new Date(clock + 2 * minuteMs)
    const ctx = { ...systemContext, config, db, log: server.app.log, now }
    const secretKey = '5e'.repeat(32)
    const send = () => Promise.reject(new Error('It was sent'))
    await mailWork(ctx, send, letterWriter({ ...ctx, secretKey }))()
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

  it('that loses the answer gets the mail again after the new end, too, where the check was reopened as it was taken', async () => {
    const checkId = await withLostAnswers()
    await atNextTaking(() => ok(post(`/api/checks/${checkId}/reopen`, boss)))
    expect(await states()).toEqual(['miss al1 waiting', 'miss bz2 waiting'])
    await ok(post('/api/end-check', lead))
    later(10 * minuteMs)
    await expect.poll(told).toEqual([...missMails, ...missMails].sort())
    expect(new Set(mails.caught.map(({ messageID }) => messageID)).size).toBe(2)
  })

  it('that loses the answer is late an hour after the mail may be sent, however long its check goes on again', async () => {
    const checkId = await withLostAnswers()
    await mails.stop()
    expect(await areLate(60 * minuteMs)).toEqual([true, true])
    await ok(post(`/api/checks/${checkId}/reopen`, boss))
    await expect.poll(areLate).toEqual([false, false])
    later(120 * minuteMs)
    expect(await areLate()).toEqual([false, false])
    await ok(post('/api/end-check', lead))
    later(70 * minuteMs - 1)
    expect(await areLate()).toEqual([false, false])
    later(1)
    expect(await areLate()).toEqual([true, true])
  })

  it('that loses the answer is late anew where its check was reopened and ended before it was planned', async () => {
    const checkId = await withLostAnswers()
    await mails.stop()
    expect(await areLate(60 * minuteMs)).toEqual([true, true])
    await holdPlanning()
    await ok(post(`/api/checks/${checkId}/reopen`, boss))
    await ok(post('/api/end-check', lead))
    await freePlanning()
    await expect.poll(areLate).toEqual([false, false])
    later(70 * minuteMs)
    expect(await areLate()).toEqual([true, true])
    server.takeErrors()
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
})
