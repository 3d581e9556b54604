import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, it, type MockInstance, onTestFinished, vi } from 'vitest'
import { freshDatabase } from '../../tests/support/fresh-database.ts'
import { refusals } from '../shared/refusals.ts'
import { newSetupToken, setupTokenHash } from './accounts/registration.ts'
import { updateAccount } from './accounts/store.ts'
import { readConfig } from './config.ts'
import { systemContext } from './context.ts'
import type { Database } from './db/database.ts'
import { demoAccounts } from './demo.ts'
import { serve } from './serve.ts'
import { updateAirtable } from './settings/airtable-config.ts'

const nobody = 'http://127.0.0.1:9'

let db: Database
let said: MockInstance<typeof console.log>
let errors: MockInstance<typeof console.error>
beforeEach(async () => {
  db = await freshDatabase()
  said = vi.spyOn(console, 'log').mockImplementation(() => {})
  errors = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
})

/** Starts a server, and stops it. */
async function start(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    SECRET_KEY: '5e'.repeat(32),
    DATABASE_URL: 'postgres://handed-over',
    AIRTABLE_API_URL: nobody,
    SPORTS_API_URL: nobody,
    ...env,
  })
  const server = await serve(config, db, 'no pages')
  await server.stop()
}

it.each([
  ['5e', []],
  ['d0', [refusals.airtableKeyUnreadable[1]]],
])(
  'a start with a SECRET_KEY of %s says whether it cannot read the API key of Airtable',
  async (digits, expected) => {
    const given = { ...systemContext, secretKey: '5e'.repeat(32) }
    const airtable = { baseId: 'appOne', tableId: 'tblOne', apiKey: 'patOne' }
    await db.transaction((tx) => updateAirtable(tx, given, airtable))
    await start({ SECRET_KEY: digits.repeat(32) })
    expect(errors.mock.calls.flat()).toEqual(expected)
  },
)

const onlyHere = 'Only this machine can reach it; set HOST=0.0.0.0 to open it to your network.'

it.each([
  ['without PUBLIC_URL says who can reach it', {}, [onlyHere]],
  ['behind its PUBLIC_URL does not', { PUBLIC_URL: 'https://tents.example.edu' }, []],
])('a start of a real season %s', async (_, env, expected) => {
  await start(env)
  expect(said.mock.calls.flat().filter((line) => line.startsWith('Only'))).toEqual(expected)
})

it.each([
  ['https', {}, 1],
  ['https', { TRUST_PROXY: '1' }, 0],
  ['http', {}, 0],
])(
  'a start behind %s with %j says %i times that TRUST_PROXY is missing',
  async (scheme, env, times) => {
    await start({ PUBLIC_URL: `${scheme}://tents.example.edu`, ...env })
    const lines = said.mock.calls.flat().filter((line) => line.includes('TRUST_PROXY is not set'))
    expect(lines).toHaveLength(times)
  },
)

it('a start whose port is taken names it, and leaves the set-up link of the server that has it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await newSetupToken({ ...systemContext, db })
  const link = await db.read((reader) => setupTokenHash.find(reader))
  await expect(start({ PORT: String(port) })).rejects.toThrow(
    `Port ${port} is taken by another program; set PORT to another one.`,
  )
  expect(await db.read((reader) => setupTokenHash.find(reader))).toBe(link)
})

it('a start for real says which accounts of the demo still have roles', async () => {
  const change = (netID: string, to: Parameters<typeof updateAccount>[2]) =>
    db.transaction((tx) => updateAccount(tx, netID, to))
  const told = async () => {
    said.mockClear()
    await start()
    const lines = said.mock.calls.flat().map((line) => /demo, and its accounts \((.*)\)/.exec(line))
    return lines.flatMap((found) => found?.[1] ?? [])
  }
  await demoAccounts({ ...systemContext, config: readConfig({}), db, secretKey: '' })
  expect(await told()).toEqual(['head1 and monitor1'])
  await change('head1', { isDisabled: true })
  expect(await told()).toEqual(['monitor1'])
  await change('monitor1', { isLineMonitor: false })
  expect(await told()).toEqual([])
})
