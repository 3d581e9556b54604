import { afterEach, expect, it, vi } from 'vitest'
import { workAlone } from './sole-worker.ts'

let stop = async () => {}
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

it('a stop waits for the work under way, which may begin nothing more, before it releases the lock', async () => {
  const came: string[] = []
  const lock = { isHeld: () => true, release: async () => void came.push('released') }
  const ctx = { db: { tryLock: async () => lock }, log: { error: () => {} } }
  let end = () => {}
  const work = async (stopping?: AbortSignal) => {
    came.push('begun')
    await new Promise<void>((resolve) => (end = resolve))
    came.push(stopping?.aborted ? 'told to stop' : 'not told')
    return 0
  }
  stop = workAlone(ctx as never, 1, [{ work, failure: '' }])
  await expect.poll(() => came).toEqual(['begun'])
  const stopped = stop()
  // As long as a stop takes that waits for nothing.
  await workAlone(ctx as never, 1, [])()
  end()
  await stopped
  expect(came).toEqual(['begun', 'told to stop', 'released'])
})

it('a stop waits for no work that does not end', async () => {
  const release = vi.fn(async () => {})
  const ctx = { db: { tryLock: async () => ({ isHeld: () => true, release }) } }
  const work = vi.fn(() => new Promise<number>(() => {}))
  stop = workAlone(ctx as never, 1, [{ work, failure: '' }], async () => true, 10)
  await expect.poll(() => work.mock.calls.length).toBe(1)
  await stop()
  expect(release).toHaveBeenCalledTimes(1)
})
