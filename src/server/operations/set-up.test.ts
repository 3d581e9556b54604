import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { sha256, systemContext } from '../context.ts'
import { insertDocument } from '../documents/store.ts'
import { importRoster } from '../tents/roster-import.ts'

let server: TestApp
let clock = new Date('2026-02-20T17:00:00Z')
beforeAll(async () => {
  server = await startApp({}, () => clock)
})
afterAll(() => server.close())

const setUp = (of = server) => of.as('superUser').call('setUp')
const nothing = {
  address: false,
  proof: false,
  roster: false,
  hadTents: false,
  rules: false,
  policy: false,
  calendar: false,
  signUp: false,
  monitors: false,
  trial: false,
}

it('what a season needs is ticked by the facts, one after the other', async () => {
  expect(await setUp()).toEqual(nothing)
  const boss = server.as('superUser')

  const row = rosterRow({ id: 'tA', order: 'A', name: 'Ants', members: 'Ann Lee' })
  await server.db.transaction((tx) => importRoster(systemContext, tx, [row], { results: true }))
  const { version: _, ...rules } = defaultRules
  await boss.call('saveSeason', { ...rules, version: 0 })
  await boss.call('updateTentLink', { url: 'https://example.org/sign-up', active: false })
  const ready = { ...nothing, roster: true, hadTents: true, rules: true, signUp: true }
  expect(await setUp()).toEqual(ready)

  await server.signIn('mo1', { isLineMonitor: true })
  const monitor = server.as('lineMonitor')
  await startCheck(monitor, ['tA'])
  await monitor.call('cancelCheck', {})
  expect(await setUp()).toEqual({ ...ready, monitors: true, trial: true })

  for (const kind of ['policy', 'calendar'] as const) {
    const bytes = Buffer.from(kind)
    const document = { kind, sha256: sha256(kind), bytes, uploadedBy: 'boss', uploadedAt: clock }
    await server.db.transaction((tx) => insertDocument(tx, { ...document, pages: 1 }))
  }
  const settings = { PUBLIC_URL: 'http://tents.example.edu', CONFIRM_NETIDS: 'approval' }
  const withSettings = await server.another(settings)
  const whole = await setUp(withSettings)
  expect(Object.values(whole).every((isThere) => isThere)).toBe(true)
  await withSettings.app.close()

  expect((await setUp()).proof).toBe(false)
  await boss.call('leaveUnproven', { leaveOff: true })
  expect((await setUp()).proof).toBe(true)

  // Rules of a season that is over are none for the next one.
  clock = new Date('2026-03-01T17:00:00Z')
  expect(await setUp()).toMatchObject({ rules: false, policy: true, trial: true })

  // A closed season leaves its tents and checks behind, and the next one has its own trial.
  await boss.call('closeSeason', { confirm: 'CLOSE' })
  expect(await setUp()).toMatchObject({ roster: false, hadTents: true, trial: false })
})
