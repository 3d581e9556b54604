import { describe, expect, it } from 'vitest'
import { passwordTurns } from './turns.ts'

/** So many who wait in one lane for work that never ends; gives how many were let in. */
async function letIn(
  turns: ReturnType<typeof passwordTurns>,
  askers: { netID: string; from: string }[],
): Promise<number> {
  let refused = 0
  for (const asker of askers) {
    turns
      .signIn(asker, () => new Promise(() => {}))
      .catch(() => {
        refused += 1
      })
  }
  // Who is refused is so at once.
  await new Promise((resolve) => setImmediate(resolve))
  return askers.length - refused
}

const many = (count: number, asker: (place: number) => { netID: string; from: string }) =>
  Array.from({ length: count }, (_, place) => asker(place))

describe('a lane of passwords', () => {
  it('is filled neither by one who asks nor for one account', async () => {
    const turns = passwordTurns()
    expect(
      await letIn(
        turns,
        many(3000, (n) => ({ netID: `n${n}`, from: 'one address' })),
      ),
    ).toBe(1000)
    expect(
      await letIn(
        turns,
        many(100, (n) => ({ netID: 'one', from: `address ${n}` })),
      ),
    ).toBe(20)
    await expect(turns.signIn({ netID: 'bo', from: 'home' }, async () => 'in')).resolves.toBe('in')
  })

  it('is full for all with 2,000 who wait', async () => {
    const turns = passwordTurns()
    expect(
      await letIn(
        turns,
        many(3000, (n) => ({ netID: `n${n}`, from: `a${n}` })),
      ),
    ).toBe(2000)
    await expect(turns.signIn({ netID: 'bo', from: 'home' }, async () => 'in')).rejects.toThrow(
      'busy',
    )
  })
})
