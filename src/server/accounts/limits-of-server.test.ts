import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { signInLimit } from './limit-table.ts'
import { openLimits } from './limits.ts'

// Without a server, whose own looks would count, too.
let db: Database
beforeEach(async () => {
  db = await freshDatabase()
})
afterEach(() => db.close())

/** Limits in which every wait lasts for ever. */
const limitsOfStillServer = () =>
  openLimits({
    ...systemContext,
    config: readConfig({}),
    db,
    log: { error: () => {} } as never,
    wait: () => new Promise(() => {}),
  })

const asker = (address: string) => ({ lane: 'signIn', account: 'ann', address }) as const
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

describe('one server', () => {
  it('lets 20 guesses of one asker be under way, and counts none once one was too many', async () => {
    const limits = limitsOfStillServer()
    const transaction = vi.spyOn(db, 'transaction')
    const limit = signInLimit('ann', 'home')
    let refused = 0
    const guess = () => limits.takeFailure(asker('home'), [limit], async () => false)
    const last = times(21, () =>
      guess().catch((error: Error) => {
        refused += 1
        return error.message
      }),
    ).at(-1)
    expect(await last).toContain('Too many attempts')
    // Ten are counted and made; two wait because they are slowed down.
    await expect.poll(() => refused).toBe(9)
    expect(transaction.mock.calls.length).toBe(13)
  })

  it('counts nobody before their turn, and nobody for whom there is no room', async () => {
    const limits = limitsOfStillServer()
    const transaction = vi.spyOn(db, 'transaction')
    const refused: string[] = []
    for (const address of times(52, (index) => `address ${index}`)) {
      const limit = signInLimit('ann', address)
      limits
        .takeFailure(asker(address), [limit], () => new Promise(() => {}))
        .catch((error: Error) => refused.push(error.message))
    }
    await expect.poll(() => refused.length).toBe(2)
    expect(refused.join()).toContain('busy')
    expect(transaction.mock.calls.length).toBe(1)
  })
})
