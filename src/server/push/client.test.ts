import { Agent } from 'node:https'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type PushStandIn, startPushService } from '../../../stand-ins/push.ts'
import { pushClient } from './client.ts'

let service: PushStandIn
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())

const words = { title: 'Miss', body: 'Tent A', url: '/profile', tag: 'miss' }
function push(path: string, at = service.origin, answerWithinMs = 5000) {
  const settings = { publicUrl: null, pushTestOrigin: service.origin, secretKey: '5e'.repeat(32) }
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

it('goes to no other port than that of https', async () => {
  expect(await push('/x', 'https://push.example.org:8443')).toEqual({ came: 'refused' })
})
