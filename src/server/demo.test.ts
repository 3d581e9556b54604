import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../tests/support/app.ts'
import { readConfig } from './config.ts'
import { systemContext } from './context.ts'
import { type DemoAccount, demoAccounts, demoSeasonBegun } from './demo.ts'

let server: TestApp
beforeEach(async () => {
  server = await startApp()
})
afterEach(() => server.close())

const start = () =>
  demoAccounts({
    ...systemContext,
    config: readConfig({}),
    db: server.db,
    secretKey: '5e'.repeat(32),
  })

async function signIn({ netID, password }: Pick<DemoAccount, 'netID' | 'password'>) {
  const { status, body } = await server.ask('/api/profile/login', { body: { netID, password } })
  return { status, token: String(body['token']) }
}

/** The real roster takes the place of the demo's, and the first of its first tent registers. */
async function moveIn(boss: DemoAccount | undefined): Promise<{ netID: string; password: string }> {
  const { token } = await signIn(boss ?? { netID: '', password: '' })
  const csv = 'Order,Name,Members,netIDs\nA,Ants,"Ann Lee, Bo Chen","abc12, bc7"\n'
  const imported = await server.ask('/api/roster/import', { token, body: { csv } })
  expect(imported).toMatchObject({ status: 200, body: { added: 1, retired: 130 } })
  const ann = { netID: 'abc12', password: 'gloves at 2 am' }
  const names = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.edu' }
  const registered = await server.ask('/api/profile/register', { body: { ...ann, ...names } })
  expect(registered.status).toBe(200)
  return ann
}

describe('a start with the demo season', () => {
  it('makes a super user, a line monitor and a member of one of its tents', async () => {
    const accounts = await start()
    expect(accounts.map(({ role }) => role)).toEqual(['super user', 'line monitor', 'tenter'])
    for (const account of accounts) expect((await signIn(account)).status).toBe(200)
  })

  it('a second time makes their passwords anew', async () => {
    const before = await start()
    const after = await start()
    expect(after.map(({ netID }) => netID)).toEqual(before.map(({ netID }) => netID))
    for (const account of before) expect((await signIn(account)).status).toBe(401)
    for (const account of after) expect((await signIn(account)).status).toBe(200)
  })

  it('leaves the password of a real person alone, whose tent is the first by now', async () => {
    const before = await start()
    const ann = await moveIn(before[0])
    const after = await start()
    expect(after.map(({ netID }) => netID)).toEqual(before.map(({ netID }) => netID))
    expect((await signIn(ann)).status).toBe(200)
  })

  it('that did not write down who they are knows only the two whose netIDs are fixed', async () => {
    const ann = await moveIn((await start())[0])
    await server.db.transaction((tx) => demoSeasonBegun.update(tx, true, systemContext.now()))
    const accounts = await start()
    expect(accounts.map(({ netID }) => netID)).toEqual(['head1', 'monitor1'])
    for (const account of accounts) expect((await signIn(account)).status).toBe(200)
    expect((await signIn(ann)).status).toBe(200)
  })

  it('prints nobody who has no account', async () => {
    await start()
    await server.db.transaction((tx) =>
      demoSeasonBegun.update(tx, ['head1', 'gone1'], systemContext.now()),
    )
    expect((await start()).map(({ netID }) => netID)).toEqual(['head1'])
  })
})

it('a database that began with real people is left alone', async () => {
  await server.signIn('ann1')
  expect(await start()).toEqual([])
  expect((await server.ask('/api/tent-checks')).body).toEqual([])
})
