import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '../support/calls.ts'
import { freePort } from '../support/free-port.ts'
import { ownPlace } from '../support/own-place.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

let place: Awaited<ReturnType<typeof ownPlace>>
let env: Record<string, string>
let server: ServerProcess
beforeAll(async () => {
  place = await ownPlace()
  env = { ...place.env, NODE_ENV: 'production', PORT: String(await freePort()) }
  server = await startServer(env)
})
afterAll(async () => {
  await server.kill('SIGKILL')
  place.remove()
})

const last = () => expect.poll(() => server.lines.at(-1))
const setupLink = /^Create the first super user, once, at \S+#setup=([\w-]{43})$/

async function register(netID: string, setupToken?: string): Promise<void> {
  const person = { firstName: 'Ann', lastName: 'Lee', email: `${netID}@duke.edu` }
  const account = { netID, ...person, password: 'gloves at 2 am', setupToken }
  const answer = await post(server, '', 'profile/register', account)
  expect(answer.status).toBe(200)
}

it('each start prints a set-up link until there is a super user, and warns until PUBLIC_URL is set', {
  timeout: 60_000,
}, async () => {
  await last().toMatch(setupLink)
  const said = server.lines.findIndex((line) => line.startsWith('PUBLIC_URL is not set'))
  const address = server.lines.findIndex((line) => line.startsWith('Tent City is running at'))
  expect(said).toBeGreaterThanOrEqual(0)
  expect(said).toBeLessThan(address)
  await register('early')
  await server.kill('SIGTERM')

  const settings = { ...env, PUBLIC_URL: server.url }
  server = await startServer(settings)
  // There is an account now, but no super user: so the link is printed again.
  await last().toMatch(setupLink)
  expect(server.lines.join('\n')).not.toContain('PUBLIC_URL')
  await register('boss', setupLink.exec(server.lines.at(-1) ?? '')?.[1])
  await server.kill('SIGTERM')

  server = await startServer(settings)
  await last().toMatch(/^Tent City is running at /)
  expect(server.lines.join('\n')).not.toContain('#setup=')
})
