import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed, times } from '../../../tests/support/times.ts'
import { cached } from './cached.ts'

/** A database whose value changes, and a reading of it that takes as long as the test wants. */
function changing() {
  let version = 0
  let value = 0
  let ms = 0
  let reads = 0
  const waiting: (() => void)[] = []
  const db = { version: () => version }
  const read = cached({ db, now: () => new Date(ms) }, async () => {
    reads += 1
    const before = value
    await new Promise<void>((resolve) => waiting.push(resolve))
    return before
  })
  return {
    read,
    reads: () => reads,
    value: () => value,
    commit() {
      value += 1
      version += 1
    },
    pass: (by: number) => {
      ms += by
    },
    finish: () => waiting.shift()?.(),
  }
}

describe('a cached reading', () => {
  it('is made once for all who ask meanwhile', async () => {
    const { read, reads, finish } = changing()
    const asked = [read(), read()]
    finish()
    await Promise.all([...asked, ...asked.map(() => read())])
    expect(reads()).toBe(1)
  })

  it('is made anew after a second, and after a clock was set back', async () => {
    const { read, reads, finish, pass } = changing()
    for (const by of [0, 999, 1, -5000]) {
      pass(by)
      const answer = read()
      finish()
      await answer
    }
    expect(reads()).toBe(3)
  })

  it('is made anew when its version is another one', () => {
    let version = 0
    let made = 0
    const source = { db: { version: () => 0 }, now: () => new Date(0) }
    const read = cached(
      source,
      () => ++made,
      () => version,
    )
    expect([read(), read()]).toEqual([1, 1])
    version = 1
    expect(read()).toBe(2)
  })

  it('that failed is tried again', async () => {
    let tries = 0
    const read = cached({ db: { version: () => 0 }, now: () => new Date(0) }, async () => {
      tries += 1
      if (tries === 1) throw new Error('away')
      return tries
    })
    await expect(read()).rejects.toThrow('away')
    expect(await read()).toBe(2)
  })

  it('never shows what was before a change to who asks after it', async () => {
    const step = fc.constantFrom('ask', 'commit', 'finish')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const source = changing()
        const answers: Promise<void>[] = []
        for (const what of steps) {
          if (what === 'commit') source.commit()
          else if (what === 'finish') source.finish()
          else {
            const atLeast = source.value()
            answers.push(
              source.read().then((value) => expect(value).toBeGreaterThanOrEqual(atLeast)),
            )
          }
          await Promise.resolve()
        }
        for (const _ of steps) source.finish()
        await Promise.all(answers)
      }),
      { seed, numRuns: times(200, 2000) },
    )
  })
})
