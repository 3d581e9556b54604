import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { next } from '../../../tests/support/app.ts'
import { type CheckNight, oddRows, startCheckNight } from '../../../tests/support/check-night.ts'

let night: CheckNight
beforeEach(async () => {
  night = await startCheckNight(oddRows)
})
afterEach(() => night.close())

const lena = () => night.as('lena')
const isOn = async () => (await night.status()).isCheckInProgress

describe('ending a check', () => {
  it('emits checkEnded or checkCanceled once, and nothing when idle', async () => {
    const visitor = night.server.connect()
    const heard: string[] = []
    visitor.onAny((name: string) => heard.push(name))
    await new Promise((resolve) => visitor.on('connect', () => resolve(0)))
    for (const [name, event] of [
      ['endCheck', 'checkEnded'],
      ['cancelCheck', 'checkCanceled'],
    ] as const) {
      const close = () => lena().call(name, {})
      await close()
      await night.start()
      await Promise.all([close(), next(visitor, event)])
      expect(await close()).toEqual({ ok: true })
    }
    expect(heard).toEqual(['checkStarted', 'checkEnded', 'checkStarted', 'checkCanceled'])
  })

  it.each(['endCheck', 'cancelCheck'] as const)(
    '%s of a check that is over leaves the next one alone',
    async (name) => {
      const checkId = await night.start()
      await lena().call('endCheck', {})
      const nextId = await night.start()
      expect(await lena().call(name, { checkId })).toEqual({ ok: true })
      expect(await night.status()).toMatchObject({ isCheckInProgress: true, checkId: nextId })
      await lena().call(name, { checkId: nextId.toUpperCase() })
      expect(await isOn()).toBe(false)
    },
  )

  it('with ifEmpty ends only a check with no tents left', async () => {
    await night.start(['tA'])
    await lena().call('endCheck', { ifEmpty: true })
    expect(await isOn()).toBe(true)
    await night.miss('tA')
    expect(await isOn()).toBe(true)
    await lena().call('endCheck', { ifEmpty: true })
    expect(await isOn()).toBe(false)
  })

  it('with ifEmpty ends none whose last mark is newer than what the page knew', async () => {
    const checkId = await night.start(['tA'])
    await night.miss('tA')
    const { number } = await night.status('lena')
    await night.undo(checkId, 'tA')
    await night.miss('tA')
    const end = (known: number) => lena().call('endCheck', { ifEmpty: true, number: known })
    await end(number)
    expect(await isOn()).toBe(true)
    const page = await night.page('mo')
    await page.emitWithAck('excludedNamesUpdated', ['Ed Fox'], { base: [] })
    await end(number + 2)
    expect(await isOn()).toBe(false)
  })

  it('is done by the server when nobody has 10 s after the last mark', async () => {
    await night.start(['tA'])
    const visitor = await night.page(null)
    const began = night.now().getTime()
    await night.miss('tA')
    const ended = next(visitor, 'checkEnded')
    const tick = setInterval(() => night.pass(2000), 200)
    onTestFinished(() => clearInterval(tick))
    await ended
    expect(night.now().getTime()).toBeGreaterThanOrEqual(began + 10_000)
    expect((await night.ledger()).at(-1)).toMatchObject({ kind: 'ended', net_id: null })
  })
})
