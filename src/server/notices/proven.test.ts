import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type PushStandIn, startPushService } from '../../../stand-ins/push.ts'
import { type MailStandIn, startMailServer } from '../../../stand-ins/smtp.ts'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { noticesSettled } from '../../../tests/support/notices-settled.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { minuteMs } from '../../shared/durations.ts'
import { defaultNoticeSettings } from '../../shared/notices/contract.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'

const begun = Date.parse('2026-01-19T08:04:00Z')
let clock: number
let mails: MailStandIn
let service: PushStandIn
let server: TestApp

beforeEach(async () => {
  clock = begun
  mails = await startMailServer()
  service = await startPushService()
  const env = {
    PUBLIC_URL: 'http://tents.example.edu',
    SMTP_URL: mails.url,
    PUSH_TEST_ORIGIN: service.origin,
    CONFIRM_NETIDS: 'approval',
  }
  server = await startApp(env, () => new Date(clock))
})
afterEach(async () => {
  await server.close()
  await service.close()
  await mails.close()
})

const roster = (netIDs: string) =>
  server.db.transaction((tx) =>
    importRoster(systemContext, tx, [rosterRow({ id: 'tA', order: 'A', name: 'Ants', netIDs })], {
      results: true,
    }),
  )

/** Somebody who wants to be told of their tent by mail and here. */
async function browserOf(netID: string, given: Parameters<TestApp['signIn']>[1]) {
  const browser = service.browser(`/${netID}`)
  const client = server.withToken(await server.signIn(netID, given))
  const push = { ...defaultNoticeSettings.push, myTent: true }
  await client.call('saveNoticeSettings', { ...defaultNoticeSettings, push })
  await client.call('subscribe', browser.subscription)
  return browser
}

/** Who was mailed so far, in order. */
const mailed = () => mails.caught.map(({ to }) => to.split('@')[0]).sort()

it('where netIDs are proven, only who is confirmed and of the tent at that time is told of it', async () => {
  await roster('al1, bz2, cz3, dz4, ez5')
  const confirmed = { isConfirmed: true }
  const browsers = {
    al1: await browserOf('al1', confirmed),
    // Confirmed by nobody, with a role until the check is over.
    bz2: await browserOf('bz2', { isLineMonitor: true }),
    // Not confirmed any more.
    cz3: await browserOf('cz3', confirmed),
    // Leaves the tent.
    dz4: await browserOf('dz4', confirmed),
    // Confirmed by nobody.
    ez5: await browserOf('ez5', {}),
    // Comes to the tent.
    fz6: await browserOf('fz6', confirmed),
  }
  const pushed = () =>
    Object.entries(browsers).flatMap(([netID, { taken }]) => taken().map(() => netID))
  const [mo, boss] = [server.as('lineMonitor'), server.as('superUser')]
  const checkId = await startCheck(mo, ['tA'])
  await mo.call('mark', { id: 'tA', misses: 1 })
  await mo.call('endCheck', {})
  await boss.call('updateRole', { netID: 'bz2', field: 'isLineMonitor', value: false })
  await boss.call('confirmUser', { netID: 'cz3', value: false })
  await roster('al1, bz2, cz3, ez5, fz6')
  clock += 10 * minuteMs
  await expect.poll(mailed).toEqual(['al1', 'fz6'])
  await expect.poll(pushed).toEqual(['al1', 'fz6'])

  await roster('al1, bz2, cz3, dz4, ez5')
  const correction = { tentId: 'tA', outcome: 'none', reason: 'Seen' } as const
  const body = { ...correction, correctionId: randomUUID() }
  await boss.call('correctTent', body, { params: { checkId } })
  await expect.poll(mailed).toEqual(['al1', 'al1', 'fz6'])
  await noticesSettled(server)
  // Pushes say what stands now to all of the tent, also to who has come back.
  expect(pushed()).toEqual(['al1', 'al1', 'dz4', 'fz6'])
})
