import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import { openLimits, signInLimit } from './limits.ts'

let server: TestApp
beforeEach(async () => {
  server = await startApp()
})
afterEach(() => server.close())

/** Where whoever is slowed waits for ever. */
const limitsOfStillServer = () =>
  openLimits({
    ...systemContext,
    config: readConfig({}),
    db: server.db,
    log: server.app.log,
    secretKey: '',
    wait: () => new Promise(() => {}),
  })

describe('one server', () => {
  it('lets 20 guesses of one asker be under way, and counts no more of them', async () => {
    const limits = limitsOfStillServer()
    const transaction = vi.spyOn(server.db, 'transaction')
    const limit = signInLimit({ netID: 'ann', from: 'home' })
    const refused = Array.from({ length: 21 }, () =>
      limits.takeFailure([limit], async () => false).catch((error: Error) => error.message),
    ).at(-1)
    expect(await refused).toContain('Too many attempts')
    await expect.poll(() => transaction.mock.calls.length).toBe(20)
  })

  it('holds 1,000 of those who are slowed', async () => {
    const limits = limitsOfStillServer()
    let refused = 0
    let letIn = 0
    for (let place = 0; place < 1003; place += 1) {
      const limit = { key: `${place}`, most: 0, windowMs: 60_000, slowedToMs: 1 }
      const attempt = async () => {
        letIn += 1
      }
      limits.take(limit, attempt).catch(() => {
        refused += 1
      })
    }
    await expect.poll(() => refused, { timeout: 60_000 }).toBe(3)
    expect(letIn).toBe(0)
  })
})
