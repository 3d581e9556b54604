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
