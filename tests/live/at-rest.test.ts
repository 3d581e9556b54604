import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSocket } from '../../bench/sockets.ts'
import { type CheckNight, startCheckNight } from '../support/check-night.ts'

let night: CheckNight
beforeEach(async () => {
  night = await startCheckNight()
})
afterEach(() => night.close())

it('at rest a page is sent nothing but the heartbeat', { timeout: 60_000 }, async () => {
  const packets: string[] = []
  const page = await openSocket(night.server.url, undefined, (packet) => packets.push(packet))
  await night.start()
  await night.miss('tA')
  await expect.poll(() => packets.join()).toContain('tentStatusUpdated')
  const frames: string[] = []
  page.socket.on('message', (data) => frames.push(data.toString()))
  await expect.poll(() => frames, { timeout: 30_000 }).toContain('2')
  expect(frames).toEqual(['2'])
  await page.close()
})
