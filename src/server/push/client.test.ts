import { Agent } from 'node:https'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type PushStandIn, startPushService } from '../../../stand-ins/push.ts'
import { type PushSettings, pushClient } from './client.ts'

let service: PushStandIn
let settings: PushSettings
beforeAll(async () => {
  service = await startPushService()
  settings = { publicUrl: null, pushTestOrigin: service.origin, secretKey: '5e'.repeat(32) }
})
afterAll(() => service.close())

const words = { title: 'Miss', body: 'Tent A', url: '/profile', tag: 'miss' }
function push(path: string, at = service.origin, answerWithinMs = 5000) {
  const { endpoint, keys } = service.browser(path, at).subscription
  return pushClient(settings, () => new Date(0), answerWithinMs)({ endpoint, ...keys }, words, 60)
}

it('waits for a push service that is silent, but not for long', async () => {
  service.faults.isSilent = true
  expect(await push('/silent', service.origin, 50)).toMatchObject({ came: 'later', isDown: true })
  service.faults.isSilent = false
})

it('ends an answer that is longer than any that it needs', async () => {
  service.faults.isEndless = true
  expect(await push('/endless', service.origin, 120_000)).toEqual({ came: 'taken' })
  await expect.poll(service.endless).toBe(0)
  service.faults.isEndless = false
})

it.each([301, 302, 307, 308])('follows no redirect (%i)', async (status) => {
  service.answer('/away', status)
  expect(await push('/away')).toEqual({ came: 'refused' })
})

it('connects to no address of this machine, whatever its name', async () => {
  const attempts: string[] = []
  const { createConnection } = Agent.prototype
  const connecting = vi.spyOn(Agent.prototype, 'createConnection').mockImplementation(function (
    this: Agent,
    ...args
  ) {
    const socket = createConnection.apply(this, args) as Socket
    return socket.on('connectionAttempt', (address: string) => attempts.push(address))
  })
  expect(await push('/x', 'https://localhost')).toMatchObject({ came: 'later', isDown: true })
  expect(connecting).toHaveBeenCalledTimes(1)
  connecting.mockRestore()
  expect(attempts).toEqual([])
})

it('keeps connections to the known push services alone, and those not for ever', async () => {
  const sockets: Socket[] = []
  const { createConnection } = Agent.prototype
  // Every name is an address of the stand-in.
  const connecting = vi.spyOn(Agent.prototype, 'createConnection').mockImplementation(function (
    this: Agent,
    options,
    ...rest
  ) {
    const { hostname: host, port } = new URL(service.origin)
    const there = { ...options, host, port: Number(port), rejectUnauthorized: false }
    const socket = createConnection.call(this, there, ...rest) as Socket
    sockets.push(socket)
    return socket
  })
  const send = pushClient(settings, () => new Date(0))
  const pushTo = async (origin: string) => {
    const { endpoint, keys } = service.browser('/x', origin).subscription
    expect(await send({ endpoint, ...keys }, words, 60)).toEqual({ came: 'taken' })
  }
  for (let host = 0; host < 20; host += 1) await pushTo(`https://h${host}.example.org`)
  await pushTo('https://fcm.googleapis.com.example.org')
  await pushTo('https://made-up.push.apple.com')
  for (let time = 0; time < 2; time += 1) await pushTo('https://updates.push.services.mozilla.com')
  connecting.mockRestore()
  expect(sockets).toHaveLength(23)
  const open = () => sockets.filter(({ destroyed }) => !destroyed)
  await expect.poll(() => open().length).toBe(1)
  const [kept] = open()
  expect(kept?.timeout).toBeGreaterThan(0)
  kept?.destroy()
})

it('goes to no other port than that of https', async () => {
  expect(await push('/x', 'https://push.example.org:8443')).toEqual({ came: 'refused' })
})
