import { afterEach, expect, it, vi } from 'vitest'
import { workAlone } from './sole-worker.ts'

let stop = () => {}
afterEach(() => stop())

it('a server that gets no lock at first asks again by itself, whatever the clock says', async () => {
  const lock = { isHeld: () => true, release: async () => {} }
  const tryLock = vi.fn().mockResolvedValueOnce(null).mockResolvedValue(lock)
  const worked: string[] = []
  const work = (name: string) => ({
    failure: `${name} failed`,
    async work() {
      worked.push(name)
      return 1_000_000
    },
  })
  const log = { error: (...what: unknown[]) => worked.push(JSON.stringify(what)) }
  stop = workAlone({ db: { tryLock }, log } as never, 1, [work('one'), work('two')])
  await expect.poll(() => worked.sort()).toEqual(['one', 'two'])
  expect(tryLock).toHaveBeenCalledTimes(2)
})

it('work that always has more leaves the rest of the server its turns', async () => {
  const lock = { isHeld: () => true, release: async () => {} }
  let rounds = 0
  const work = async () => {
    rounds += 1
    return rounds < 100 ? 0 : 1_000_000
  }
  const ctx = { db: { tryLock: async () => lock }, log: { error: () => {} } }
  stop = workAlone(ctx as never, 1, [{ work, failure: '' }])
  await vi.waitUntil(() => rounds > 0, { interval: 1 })
  expect(rounds).toBeLessThan(100)
  await expect.poll(() => rounds).toBe(100)
})
