import { randomUUID } from 'node:crypto'
import { eq, gt } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type PushStandIn, startPushService } from '../../../stand-ins/push.ts'
import { password, startApp, type TestApp } from '../../../tests/support/app.ts'
import { countWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { noticesSettled } from '../../../tests/support/notices-settled.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { minuteMs } from '../../shared/durations.ts'
import { defaultNoticeSettings, type PushKind } from '../../shared/notices/contract.ts'
import { systemContext } from '../context.ts'
import { pushes, pushSubscriptions } from '../db/schema.ts'
import { pushNeeded } from '../push/needed.ts'
import { listSubscribers, listSubscriptionsOf } from '../push/store.ts'
import { importRoster } from '../tents/roster-import.ts'
import { pushGrace } from './pushes.ts'

let service: PushStandIn
let server: TestApp
let clock: number
const tokens = new Map<string, string>()
const tokenOf = (netID: string) => tokens.get(netID) ?? ''

const tentA = (netIDs = 'al1') =>
  rosterRow({ id: 'tA', order: 'A', name: 'Ants', members: 'Ann Lee', netIDs })
const tentB = rosterRow({ id: 'tB', order: 'B', name: 'Bees', members: 'Smith', netIDs: 'cz3' })

beforeEach(async () => {
  clock = Date.parse('2026-01-19T08:04:00Z')
  service = await startPushService()
  server = await startApp({ PUSH_TEST_ORIGIN: service.origin }, () => new Date(clock))
  await server.db.transaction((tx) =>
    importRoster(systemContext, tx, [tentA(), tentB], { results: true }),
  )
  tokens.set('lead', await server.signIn('lead', { isLineMonitor: true }))
  tokens.set('boss', await server.signIn('boss', { isSuperUser: true }))
  for (const netID of ['al1', 'cz3', 'smith']) tokens.set(netID, await server.signIn(netID))
})
afterEach(async () => {
  await server.close()
  await service.close()
})

const later = (ms: number) => {
  clock += ms
}
const post = (path: string, token: string, body: object = {}) => server.ask(path, { token, body })
const settle = async (netID: string, kinds: PushKind[], quiet: object | null = null) => {
  const push = { ...defaultNoticeSettings.push }
  for (const kind of kinds) push[kind] = true
  const body = { ...defaultNoticeSettings, push, quiet }
  const answer = await server.ask('/api/notices/settings', {
    method: 'PUT',
    token: tokenOf(netID),
    body,
  })
  expect(answer.status).toBe(200)
}
const subscribe = async (browser: { subscription: object }, token: string) => {
  const answer = await post('/api/push-subscriptions', token, browser.subscription)
  expect(answer.status).toBe(200)
}
/** Somebody's browser that wants these kinds. */
async function browserOf(netID: string, kinds: PushKind[], quiet: object | null = null) {
  const browser = service.browser(`/${netID}`)
  await settle(netID, kinds, quiet)
  await subscribe(browser, tokenOf(netID))
  return { ...browser, titles: () => browser.taken().map(({ title }) => title) }
}
const all: PushKind[] = ['grace', 'myTent', 'dispute', 'check', 'needed']

/** Resolves when a push waits to be tried again. */
const untilPutOff = () =>
  expect
    .poll(() =>
      server.db.read(({ queries }) => queries.select().from(pushes).where(gt(pushes.tries, 0))),
    )
    .toHaveLength(1)

const start = () => startCheck(server.withToken(tokenOf('lead')), ['tA', 'tB'])
const missA = () => post('/api/tent-checks/update', tokenOf('lead'), { id: 'tA', misses: 1 })
async function checked(): Promise<string> {
  const checkId = await start()
  await missA()
  await post('/api/tent-checks/update', tokenOf('lead'), { id: 'tB', lastCheck: 'Smith' })
  await post('/api/end-check', tokenOf('lead'))
  return checkId
}
const correct = (checkId: string, outcome: string, tentId = 'tA') =>
  post(`/api/checks/${checkId}/corrections`, tokenOf('boss'), {
    tentId,
    outcome,
    reason: 'Seen',
    correctionId: randomUUID(),
  })

/** A tenter's browser, whose push about a check that is over is put off, as the next one is on. */
async function putOffByNextCheck() {
  const member = await browserOf('al1', ['grace'])
  await checked()
  later(minuteMs - 1)
  await start()
  later(1)
  await expect
    .poll(() =>
      server.db.read(({ queries }) => queries.select({ dueAt: pushes.dueAt }).from(pushes)),
    )
    .toEqual([{ dueAt: new Date(clock + minuteMs) }])
  return member
}

it('the end of a check by a clock that was ahead holds up no push about its grace', async () => {
  const check = { id: randomUUID(), ending: { how: 'ended', at: '2026-01-19T08:30:00.000Z' } }
  await server.db.transaction((tx) =>
    pushGrace({ ...systemContext, now: () => new Date(clock) }, tx, check as never),
  )
  const [push] = await server.db.read(({ queries }) => queries.select().from(pushes))
  expect(push?.dueAt).toEqual(new Date(clock + minuteMs))
})

describe('pushes', { timeout: 90_000 }, () => {
  it('tell each what they want and may know: checks, grace, their tent, disputes and what needs a hand', async () => {
    const lead = await browserOf('lead', all)
    const boss = await browserOf('boss', ['needed'])
    const member = await browserOf('al1', all)
    const other = await browserOf('cz3', ['myTent'])
    const stranger = await browserOf('smith', all)
    const checkId = await checked()
    later(minuteMs)
    await expect.poll(member.titles).toEqual(['The tent check is over'])
    expect(member.taken()[0]?.body).toBe('Grace until Mon, Jan 19, 4:04 AM.')
    later(9 * minuteMs)
    await expect.poll(() => member.titles().slice(1)).toEqual(['Miss: tent A, Ants'])
    await expect.poll(other.titles).toEqual(['Make: tent B, Bees'])
    await correct(checkId, 'none')
    await expect.poll(() => member.titles().slice(2)).toEqual(['No mark now: tent A, Ants'])
    await correct(checkId, 'miss')
    await expect.poll(() => member.titles().slice(3)).toEqual(['Miss: tent A, Ants'])

    const text = 'We were there at the second call.'
    const filed = await post('/api/disputes', tokenOf('al1'), { checkId, text })
    await expect.poll(boss.titles).toContain('A dispute was filed')
    const id = String(filed.body['id'])
    await post(`/api/disputes/${id}/answer`, tokenOf('boss'), { outcome: 'upheld', text: 'No.' })
    await expect
      .poll(() => member.titles().slice(4))
      .toEqual(['Tent A, Ants: your dispute is answered'])
    expect(member.taken()[4]?.body).toBe('The Miss stands.')

    const until = new Date(clock + 60 * minuteMs).toISOString()
    await post('/api/grace', tokenOf('boss'), { until, reason: 'Snow\n(cz3\u202e)' })
    await expect.poll(() => member.titles().slice(5)).toEqual(['Grace is declared'])
    expect(member.taken()[5]?.body).toBe('Until Mon, Jan 19, 4:14 AM: Snow')
    await start()
    await expect.poll(lead.titles).toContain('A tent check is on')
    // Checks are unannounced, and a name that looks like a netID is nobody's tent.
    expect(member.titles()).not.toContain('A tent check is on')
    await expect
      .poll(() => stranger.titles().toSorted())
      .toEqual(['Grace is declared', 'The tent check is over'])
    // Without the address, whose ids may contain such letters.
    const said = member.taken().map(({ title, body }) => `${title} ${body}`)
    expect(said.join()).not.toMatch(/cz3|lead|boss/)
  })

  it('tell who stands in two tents of both', async () => {
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [tentA('al1, cz3'), tentB], { results: true }),
    )
    const both = await browserOf('cz3', ['myTent', 'dispute'])
    const one = await browserOf('al1', ['myTent'])
    const checkId = await checked()
    later(10 * minuteMs)
    await expect.poll(both.titles).toEqual(['Miss: tent A, Ants; Make: tent B, Bees'])
    await expect.poll(one.titles).toEqual(['Miss: tent A, Ants'])
    await correct(checkId, 'miss', 'tB')
    await expect.poll(() => both.titles().slice(1)).toEqual(['Miss: tent B, Bees'])
    for (const tent of ['A, Ants', 'B, Bees']) {
      const before = both.titles().length
      const text = 'We were there at the second call.'
      const filed = await post('/api/disputes', tokenOf('cz3'), { checkId, text })
      const answered = { outcome: 'upheld', text: 'No.' }
      await post(`/api/disputes/${filed.body['id']}/answer`, tokenOf('boss'), answered)
      await expect
        .poll(() => both.titles().slice(before))
        .toEqual([`Tent ${tent}: your dispute is answered`])
    }
    expect(one.titles()).toHaveLength(1)
  })

  it('of a check that is reopened within the minute, or a Miss that is undone, never come', async () => {
    const member = await browserOf('al1', ['grace', 'myTent'])
    const checkId = await checked()
    later(minuteMs - 1)
    await post(`/api/checks/${checkId}/reopen`, tokenOf('lead'))
    await post('/api/tent-checks/undo', tokenOf('lead'), {
      id: 'tA',
      checkId,
      undoId: randomUUID(),
    })
    later(20 * minuteMs)
    await post('/api/tent-checks/update', tokenOf('lead'), { id: 'tA', lastCheck: 'Ann Lee' })
    await post('/api/end-check', tokenOf('lead'))
    later(minuteMs)
    await expect.poll(member.titles).toEqual(['The tent check is over'])
    later(9 * minuteMs)
    await expect.poll(member.titles).toEqual(['The tent check is over', 'Make: tent A, Ants'])
  })

  it('of a check that is over never come while the next one is on', async () => {
    const member = await putOffByNextCheck()
    expect(member.titles()).toEqual([])
    await post('/api/end-check', tokenOf('lead'))
    later(minuteMs)
    await noticesSettled(server)
    expect(member.titles()).toEqual(['The tent check is over'])
  })

  it('of a check that is over come once the next one, begun by mistake, is cancelled', async () => {
    const member = await putOffByNextCheck()
    await post('/api/cancel-check', tokenOf('lead'))
    later(minuteMs)
    await noticesSettled(server)
    expect(member.titles()).toEqual(['The tent check is over'])
    expect(member.taken()[0]?.body).toBe('Grace until Mon, Jan 19, 4:04 AM.')
  })

  it('of a check that is over name the grace that ends last', async () => {
    const member = await browserOf('al1', ['grace'])
    const until = new Date(clock + 4 * 60 * minuteMs).toISOString()
    await post('/api/grace', tokenOf('boss'), { until, reason: 'Snow' })
    await expect.poll(member.titles).toEqual(['Grace is declared'])
    await checked()
    later(minuteMs)
    await expect.poll(member.titles).toEqual(['Grace is declared', 'The tent check is over'])
    expect(member.taken()[1]?.body).toBe('Grace until Mon, Jan 19, 7:04 AM.')
  })

  it('of a check that is reopened while one is tried again come after the delay of its new end', async () => {
    const member = await browserOf('al1', ['myTent'])
    service.answer('/al1', 429, 1800)
    const checkId = await checked()
    later(10 * minuteMs)
    await untilPutOff()
    await server.withToken(tokenOf('boss')).call('reopenCheck', undefined, { params: { checkId } })
    service.answer('/al1', 201)
    const dueTimes = async () => {
      const waiting = await server.db.read(({ queries }) => queries.select().from(pushes))
      return waiting.map(({ dueAt }) => dueAt.getTime())
    }
    later(30 * minuteMs)
    await expect.poll(dueTimes).toEqual([clock + minuteMs])
    await post('/api/end-check', tokenOf('lead'))
    later(9 * minuteMs)
    await expect.poll(dueTimes).toEqual([clock + minuteMs])
    const titles = () => {
      later(minuteMs)
      return member.titles()
    }
    await expect.poll(titles, { interval: 500 }).toEqual(['Miss: tent A, Ants'])
  })

  it('of an answer that a correction has changed since leave its outcome to the profile', async () => {
    const member = await browserOf('al1', ['dispute'])
    service.answer('/al1', 429, 1800)
    const checkId = await checked()
    const text = 'We were there at the second call.'
    const filed = await post('/api/disputes', tokenOf('al1'), { checkId, text })
    const answered = { outcome: 'upheld', text: 'No.' }
    await post(`/api/disputes/${filed.body['id']}/answer`, tokenOf('boss'), answered)
    await untilPutOff()
    await correct(checkId, 'none')
    service.answer('/al1', 201)
    later(30 * minuteMs)
    await expect
      .poll(() => member.taken().map(({ body }) => body))
      .toEqual(['See the answer on your profile.'])
  })

  it('tell of a tent that has left the roster its members, and nobody else', async () => {
    const member = await browserOf('al1', ['myTent', 'dispute'])
    const other = await browserOf('cz3', ['myTent', 'dispute'])
    const checkId = await checked()
    await server.db.transaction((tx) => importRoster(systemContext, tx, [tentB], { results: true }))
    later(10 * minuteMs)
    await expect.poll(member.titles).toEqual(['Miss: tent A, Ants'])
    const text = 'We were there at the second call.'
    const filed = await post('/api/disputes', tokenOf('al1'), { checkId, text })
    const answered = { outcome: 'upheld', text: 'No.' }
    await post(`/api/disputes/${filed.body['id']}/answer`, tokenOf('boss'), answered)
    await expect.poll(member.titles).toContain('Tent A, Ants: your dispute is answered')
    later(minuteMs)
    await noticesSettled(server)
    expect(other.titles()).toEqual(['Make: tent B, Bees'])
  })

  it('read roles and members at sending, and drop what comes in quiet hours', async () => {
    const lead = await browserOf('lead', ['check', 'myTent'])
    const quiet = await browserOf('al1', ['grace'], { from: '23:00', to: '08:00' })
    await checked()
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [tentA('lead'), tentB], { results: true }),
    )
    const role = { netID: 'lead', field: 'isLineMonitor', value: false }
    later(10 * minuteMs)
    await expect.poll(lead.titles).toContain('Miss: tent A, Ants')
    // What comes in quiet hours is dropped only once it is taken; the next check would put it off.
    const ofGrace = () =>
      server.db.read(({ queries }) => queries.select().from(pushes).where(eq(pushes.kind, 'grace')))
    await expect.poll(ofGrace).toEqual([])
    await post('/api/admin/update-role', tokenOf('boss'), role)
    // Who lost the role can start no check: from here on boss does.
    tokens.set('lead', tokenOf('boss'))
    const before = lead.titles().length
    await start()
    later(5 * 60 * minuteMs)
    const until = new Date(clock + 60 * minuteMs).toISOString()
    await post('/api/grace', tokenOf('boss'), { until, reason: 'Snow' })
    await expect.poll(quiet.titles).toEqual(['Grace is declared'])
    await noticesSettled(server)
    expect(lead.titles()).toHaveLength(before)
  })
})

describe('what needs a hand', () => {
  /** Of two browsers one is put off, so that the first push waits to be tried again. */
  const oneIsPutOff = async () => {
    const [busy, well] = [service.browser('/busy'), service.browser('/well')]
    await settle('boss', ['needed'])
    for (const browser of [busy, well]) await subscribe(browser, tokenOf('boss'))
    service.answer('/busy', 429, 1800)
    return {
      titles: () => well.taken().map(({ title }) => title),
      busy,
    }
  }

  it('is pushed of a second dispute while the first is tried again somewhere', async () => {
    const { titles } = await oneIsPutOff()
    const file = async (netID: string) => {
      const checkId = await start()
      await post('/api/tent-checks/update', tokenOf('lead'), {
        id: netID === 'al1' ? 'tA' : 'tB',
        misses: 1,
      })
      await post('/api/end-check', tokenOf('lead'))
      const text = 'We were there at the second call.'
      const filed = await post('/api/disputes', tokenOf(netID), { checkId, text })
      expect(filed.status).toBe(200)
    }
    await file('al1')
    await expect.poll(titles).toEqual(['A dispute was filed'])
    await untilPutOff()
    later(minuteMs)
    await file('cz3')
    await expect.poll(titles).toEqual(['A dispute was filed', 'A dispute was filed'])
  })

  it('is one push for notices within 5 seconds, and another for one that comes while the first is repeated', async () => {
    const { titles, busy } = await oneIsPutOff()
    const needs = () =>
      server.db.transaction((tx) =>
        pushNeeded({ newId: randomUUID, now: () => new Date(clock) }, tx, 'notice'),
      )
    await needs()
    later(4000)
    await needs()
    later(1000)
    await expect.poll(titles).toEqual(['A notice needs a hand'])
    await untilPutOff()
    later(minuteMs)
    await needs()
    service.answer('/busy', 201)
    later(5000)
    await expect.poll(titles).toEqual(['A notice needs a hand', 'A notice needs a hand'])
    await expect.poll(() => busy.taken().length).toBe(1)
  })
})

const subscribed = async (kind: PushKind, among?: readonly string[]) => {
  // It has an address of this machine.
  const push = { id: randomUUID(), kind, service: 'other', onlyEndpoints: null }
  const asked = { push, among, after: '', now: new Date(clock), limit: 10 }
  const found = await server.db.read((reader) => listSubscribers(reader, asked))
  return found.map(({ netID }) => netID)
}

it('a push for a role is for browsers of its people alone', async () => {
  for (const netID of ['al1', 'boss', 'lead']) await browserOf(netID, all)
  expect(await subscribed('grace')).toEqual(['al1', 'boss', 'lead'])
  expect(await subscribed('check')).toEqual(['boss', 'lead'])
  expect(await subscribed('needed')).toEqual(['boss'])
  expect(await subscribed('check', ['al1', 'lead'])).toEqual(['lead'])
})

it('whoever turned nothing on gets no push, also of a kind that was added later', async () => {
  await browserOf('al1', [])
  const kinds: PushKind[] = [...all, 'shifts']
  expect((await Promise.all(kinds.map((kind) => subscribed(kind)))).flat()).toEqual([])
  await settle('al1', ['shifts'])
  expect(await subscribed('shifts')).toEqual(['al1'])
})

describe('a subscription', () => {
  const declare = async () => {
    const until = new Date(clock + 60 * minuteMs).toISOString()
    expect((await post('/api/grace', tokenOf('boss'), { until, reason: 'Snow' })).status).toBe(200)
  }

  it('must be one that can be pushed to', async () => {
    const { subscription } = service.browser('/x')
    const { endpoint, keys } = subscription
    const { body } = await server.ask('/api/push-key')
    expect(Buffer.from(String(body['key']), 'base64url')).toHaveLength(65)
    for (const wrong of [
      { endpoint: endpoint.replace('https', 'http'), keys },
      { endpoint: 'nonsense', keys },
      { endpoint: endpoint.replace('//', '//a:b@'), keys },
      // Addresses of this network, and a port where no push service is.
      ...[
        '127.0.0.1',
        '[::1]',
        '10.1.2.3',
        '169.254.169.254',
        '[fd00::1]',
        '[::ffff:127.0.0.1]',
      ].map((host) => ({ endpoint: `https://${host}/x`, keys })),
      { endpoint: 'https://push.example.org:8443/x', keys },
      { endpoint, keys: { ...keys, auth: 'AAAA' } },
      { endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
    ]) {
      const answer = await post('/api/push-subscriptions', tokenOf('al1'), wrong)
      expect(answer).toMatchObject({ status: 400, body: { code: 'subscriptionInvalid' } })
    }
  })

  it('ends with its session, and belongs to whoever sent it last', async () => {
    const phone = await browserOf('al1', ['grace'])
    await settle('cz3', [])
    await post('/api/profile/logout', tokenOf('al1'))
    await declare()
    const other = service.browser('/other')
    await settle('smith', ['grace'])
    await subscribe(other, tokenOf('smith'))
    await declare()
    await expect.poll(() => other.taken().length).toBeGreaterThan(0)
    expect(phone.taken()).toEqual([])

    await noticesSettled(server)
    await subscribe(other, tokenOf('cz3'))
    const before = other.taken().length
    await declare()
    const last = service.browser('/last')
    await subscribe(last, tokenOf('smith'))
    await declare()
    await expect.poll(() => last.taken().length).toBeGreaterThan(0)
    expect(other.taken()).toHaveLength(before)
    const ended = { method: 'DELETE', token: tokenOf('al1'), body: { endpoint: service.origin } }
    expect((await server.ask('/api/push-subscriptions', ended)).status).toBe(401)
  })

  it('is taken away by the person, by 404 and 410; with an eleventh the oldest goes', async () => {
    await settle('al1', ['grace'])
    const browsers = Array.from({ length: 11 }, (_, index) => service.browser(`/b${index}`))
    for (const browser of browsers) {
      await subscribe(browser, tokenOf('al1'))
      later(1)
    }
    service.answer('/b1', 404)
    service.answer('/b2', 410)
    const body = { endpoint: browsers[3]?.subscription.endpoint }
    const removal = { method: 'DELETE', token: tokenOf('al1'), body }
    expect((await server.ask('/api/push-subscriptions', removal)).status).toBe(200)
    await declare()
    await expect.poll(() => browsers[10]?.taken().length).toBe(1)
    await declare()
    await expect.poll(() => browsers[10]?.taken().length).toBe(2)
    await noticesSettled(server)
    const asked = (path: string) => service.asked.filter((each) => each === path).length
    expect([asked('/b0'), asked('/b1'), asked('/b2'), asked('/b3'), asked('/b4')]).toEqual([
      0, 1, 1, 0, 2,
    ])
  })

  it.skipIf(inject('postgresUrl') === '')(
    'of one person goes to ten browsers at most, also if two are added at the same moment',
    async () => {
      const add = (index: number) =>
        subscribe(service.browser(`/b${index}`), tokenOf('al1')).finally(() => later(1))
      for (const index of Array(10).keys()) await add(index)
      const release = await holdOpen(server.db, ({ queries }) =>
        queries.select().from(pushSubscriptions).for('update'),
      )
      const added = Promise.all([add(10), add(11)])
      await expect.poll(() => server.db.read(countWaiting)).toBe(2)
      await release()
      await added
      const kept = await server.db.read((reader) => listSubscriptionsOf(reader, 'al1'))
      expect(kept).toHaveLength(10)
    },
  )

  it('at a service that wants to be asked later is pushed to later, once, and others meanwhile', async () => {
    const [busy, well] = [service.browser('/busy'), service.browser('/well')]
    await settle('al1', ['grace'])
    await subscribe(busy, tokenOf('al1'))
    await subscribe(well, tokenOf('al1'))
    service.answer('/busy', 429, 120)
    await declare()
    await expect.poll(() => well.taken().length).toBe(1)
    await expect.poll(() => service.asked.filter((path) => path === '/busy').length).toBe(1)
    // That it was put off is written down a moment after it was asked.
    const putOff = () =>
      server.db.read(({ queries }) => queries.select().from(pushes).where(gt(pushes.tries, 0)))
    await expect
      .poll(async () => (await putOff()).map(({ dueAt }) => dueAt.getTime() - clock))
      .toEqual([120_000])
    service.answer('/busy', 201)
    later(2 * minuteMs)
    await expect.poll(() => busy.taken().length).toBe(1)
    expect(well.taken()).toHaveLength(1)
  })

  it('goes on with a newer session of the same person', async () => {
    const phone = await browserOf('al1', ['grace'])
    const again = await server.ask('/api/profile/login', { body: { netID: 'al1', password } })
    await subscribe(phone, String(again.body['token']))
    await post('/api/profile/logout', tokenOf('al1'))
    await declare()
    await expect.poll(() => phone.taken().length).toBe(1)
  })
})
