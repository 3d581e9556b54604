import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp, type TestSocket } from '../support/app.ts'

let server: TestApp
beforeEach(async () => {
  // A tenth of every limit: 3 pages for a person, 500 for an address, 6 events in 10 seconds.
  server = await startApp({ RATE_LIMIT_FACTOR: '0.1' })
})
afterEach(() => server.close())

const closed = (socket: TestSocket) =>
  new Promise<string>((resolve) => socket.once('disconnect', resolve))

async function connectedFrom(at: TestApp, address: string): Promise<TestSocket> {
  const socket = at.connect(undefined, { headers: { 'x-forwarded-for': address } })
  await new Promise<void>((done) => socket.once('connect', done))
  return socket
}

describe('a socket', () => {
  it('of a person who has as many pages open as one may is cut off, the others stay', async () => {
    const token = await server.signIn('mo', { isLineMonitor: true })
    const ask = (socket: TestSocket) =>
      socket.timeout(5000).emitWithAck('excludedNamesUpdated', [], { base: [] })
    const three = [server.connect(token), server.connect(token), server.connect(token)]
    for (const socket of three) expect(await ask(socket)).toMatchObject({ code: 'noCheck' })
    expect(await closed(server.connect(token))).toBe('transport close')
    for (const socket of three) expect(socket.connected).toBe(true)
  })

  it('that says more than a person could is cut off, and nobody else', async () => {
    const token = await server.signIn('mo', { isLineMonitor: true })
    const [loud, quiet] = [server.connect(token), server.connect(token)]
    await new Promise<void>((resolve) => quiet.once('connect', () => resolve()))
    const gone = closed(loud)
    for (let count = 0; count < 10; count += 1) {
      loud.emit('excludedNamesUpdated', [], { base: [] }, () => {})
    }
    expect(await gone).toBe('transport close')
    expect(quiet.connected).toBe(true)
  })

  it('opened by another site’s page is not taken for the person whose cookie it sends', async () => {
    const cookie = `token=${await server.signIn('mo', { isLineMonitor: true })}`
    const said = async (origin: string) => {
      const socket = server.connect(undefined, { headers: { cookie, origin } })
      return socket.timeout(5000).emitWithAck('excludedNamesUpdated', [], { base: [] })
    }
    expect(await said(server.url)).toMatchObject({ code: 'noCheck' })
    expect(await said('https://elsewhere.example')).toMatchObject({ code: 'notSignedIn' })
  })

  it('beyond the limit for all closes the newest one of the address that has most', async () => {
    const env = { RATE_LIMIT_FACTOR: '0.0003', TRUST_PROXY: '1' }
    const strict = await server.another(env)
    const from = (address: string) => connectedFrom(strict, address)
    const first = await from('192.0.2.1')
    const second = await from('192.0.2.1')
    const other = await from('192.0.2.2')
    const gone = closed(second)
    const newcomer = await from('192.0.2.3')
    expect(await gone).toBe('transport close')
    for (const one of [first, other, newcomer]) expect(one.connected).toBe(true)
    await strict.app.close()
  })

  it('beyond the limit for all is counted by its /48, however many addresses that has', async () => {
    const env = { RATE_LIMIT_FACTOR: '0.0005', TRUST_PROXY: '1' }
    const strict = await server.another(env)
    const from = (address: string) => connectedFrom(strict, address)
    const campus = [await from('192.0.2.1'), await from('192.0.2.1')]
    const first = await from('2001:db8:0:1::1')
    const second = await from('2001:db8:0:2::1')
    const third = await from('2001:db8:0:3::1')
    const gone = closed(third)
    const newcomer = await from('192.0.2.3')
    expect(await gone).toBe('transport close')
    for (const one of [...campus, first, second, newcomer]) expect(one.connected).toBe(true)
    await strict.app.close()
  })

  it('that could not be told where things stand is cut off, and not sent away', async () => {
    const token = await server.signIn('mo')
    const read = vi.spyOn(server.db, 'read').mockRejectedValue(new Error('The database is away'))
    expect(await closed(server.connect(token))).toBe('transport close')
    read.mockRestore()
    expect(server.takeErrors().join()).toContain('a socket could not be told where things stand')
  })

  it('that could not be told because the server stops is no error', async () => {
    const token = await server.signIn('mo')
    const other = await server.another()
    const fails: ((error: Error) => void)[] = []
    const read = vi
      .spyOn(other.db, 'read')
      .mockImplementation(() => new Promise((_, reject) => void fails.push(reject)))
    other.connect(token)
    // Its session; the first server has the same database, and may read something meanwhile, too.
    await expect.poll(() => fails.length).toBeGreaterThan(0)
    await other.app.close()
    for (const fail of fails) fail(new Error('The database is closed'))
    await new Promise((done) => setImmediate(done))
    read.mockRestore()
    expect(server.takeErrors().join()).not.toContain('a socket could not be told')
  })
})

it('a request’s head has 20 seconds to arrive, and all of it 3 minutes', () => {
  expect(server.app.server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 180_000 })
})

describe('every answer', () => {
  it('keeps other sites from using it, and says https only where people come by https', async () => {
    const { headers } = await server.ask('/api/check-status')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('strict-transport-security')).toBeNull()
    const safe = await server.another({ PUBLIC_URL: 'https://tents.example.edu' })
    const answer = await safe.ask('/api/check-status')
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    await safe.app.close()
  })
})
