import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed, times } from '../../../tests/support/times.ts'
import { type Asker, openTurns, usualBounds } from './attempt-turns.ts'

const bounds = { inAll: 6, ofAddress: 4, ofAccount: 2, atOnce: 2 }

type From = Pick<Asker, 'account' | 'address'> & Partial<Asker>
type Outcome = 'waits' | 'is at work' | 'is done' | 'is refused'

/** Turns of which each ends only when it is told to. */
function open(of = bounds) {
  const enter = openTurns(of)
  const order: string[] = []
  const come = (from: From, name = `${from.account} at ${from.address}`) => {
    const one = { ...from, name, outcome: 'waits' as Outcome, end: () => {} }
    const work = () =>
      new Promise<void>((end) => {
        order.push(name)
        Object.assign(one, { end, outcome: 'is at work' })
      })
    enter({ lane: 'signIn', ...from }, (place) => place.turn(work)).then(
      () => Object.assign(one, { outcome: 'is done' }),
      () => Object.assign(one, { outcome: 'is refused' }),
    )
    return one
  }
  return { enter, come, order }
}

/** Whatever follows from what has happened so far. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** `ann@home` each, parted by blanks. */
const askers = (text: string): From[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [account = '', address = ''] = one.split('@')
      return { account, address }
    })

/** One of the networks of a site that has very many. */
const net = (number: number) => `2001:db8:0:${number}::/64`

describe('room in a lane (6 in all, 4 of an address, 2 of an account)', () => {
  it.each<[name: string, there: string, comes: string, outcome: Outcome, refused: string]>([
    ['is there for six', 'a@1 b@1 c@1 d@2 e@2', 'f@3', 'waits', ''],
    ['is kept from an address that has four', 'a@1 b@1 c@1 d@1', 'e@1', 'is refused', ''],
    ['of an account is for two', 'a@1 a@2', 'a@3', 'is refused', ''],
    ['of an account is taken from nobody who has one', 'x@9 y@9 a@1 a@2', 'a@3', 'is refused', ''],
    ['of an account is taken from who has both', 'x@9 y@9 a@1 a@1', 'a@2', 'waits', 'a@1'],
    [
      'is taken from who has most, the last first',
      'a@1 b@1 c@1 d@1 e@2 f@2',
      'g@3',
      'waits',
      'd@1',
    ],
    [
      'is taken from who has most, also by the second',
      'a@1 b@1 c@1 d@1 e@2 f@3',
      'g@2',
      'waits',
      'd@1',
    ],
    [
      'is taken from nobody who would have less',
      'a@1 b@1 c@2 d@2 e@3 f@4',
      'g@3',
      'is refused',
      '',
    ],
    [
      'is taken from a site that has most, however many addresses it has',
      `a@${net(1)} b@${net(2)} c@${net(3)} d@${net(4)} e@${net(5)} f@${net(6)}`,
      'g@192.0.2.1',
      'waits',
      `f@${net(6)}`,
    ],
    [
      'is taken there from the address that has most',
      `a@${net(1)} b@${net(2)} c@${net(2)} d@${net(3)} e@2 f@2`,
      'g@192.0.2.1',
      'waits',
      `c@${net(2)}`,
    ],
    [
      'is taken within a site from who has most',
      `a@${net(1)} b@${net(2)} c@${net(2)} d@${net(2)} e@${net(3)} f@2`,
      `g@${net(4)}`,
      'waits',
      `d@${net(2)}`,
    ],
    [
      'is kept by a site that has fewer, whatever new address the larger one has',
      `a@${net(1)} b@${net(2)} c@${net(3)} d@${net(4)} e@2 f@2`,
      `g@${net(5)}`,
      'is refused',
      '',
    ],
    [
      'of an account is taken from a site that has most',
      `x@8 y@9 a@${net(1)} a@${net(2)}`,
      'a@192.0.2.1',
      'waits',
      `a@${net(2)}`,
    ],
  ])('%s', async (_name, there, comes, outcome, refused) => {
    const { come } = open()
    const before = askers(there).map((one) => come(one))
    await settled()
    const [newcomer] = askers(comes).map((one) => come(one))
    await settled()
    expect(newcomer?.outcome).toBe(outcome)
    const out = before.filter((one) => one.outcome === 'is refused')
    expect(out.map(({ account, address }) => `${account}@${address}`).join(' ')).toBe(refused)
  })

  it('is usually for 2,000, 1,000 of an address, 50 of an account', async () => {
    const { come } = open(usualBounds)
    const of = (places: number, from: (place: number) => From) =>
      Array.from({ length: places }, (_, place) => come(from(place)))
    const first = of(1001, (place) => ({ account: `a${place}`, address: '1' }))
    const line = of(51, (place) => ({ account: 'ann', address: `b${place}` }))
    const rest = of(950, (place) => ({ account: `c${place}`, address: `c${place}` }))
    const last = come({ account: 'd', address: 'd' })
    await settled()
    const refused = [...first, ...line, ...rest, last].filter((one) => one.outcome === 'is refused')
    // The last makes room for itself: the address that holds most has one place less.
    expect(refused).toEqual([first[999], first[1000], line[50]])
  })

  it('is counted for each lane separately', async () => {
    const { come } = open()
    const account = null
    for (let place = 0; place < 6; place += 1) come({ account, address: `${place}` })
    expect(come({ account, address: 'last' }).name).toBe('null at last')
    const elsewhere = come({ account, address: 'last', lane: 'signInFromKnownDevice' })
    await settled()
    expect(elsewhere.outcome).toBe('waits')
  })

  it('is left by whoever is done, and by whoever broke off', async () => {
    const { enter, come } = open({ ...bounds, inAll: 1, atOnce: 1 })
    for (let count = 0; count < 3; count += 1) {
      const one = come({ account: 'ann', address: '1' })
      await settled()
      one.end()
      await settled()
      expect(one.outcome).toBe('is done')
      const asker = { lane: 'signIn', account: 'ann', address: '1' } as const
      const broken = enter(asker, (place) => place.turn(() => Promise.reject(new Error('away'))))
      await expect(broken).rejects.toThrow('away')
    }
  })
})

describe('whoever waits aside', () => {
  const asker = (account: string, address: string) =>
    ({ lane: 'signIn', account, address }) as const
  const forEver = new Promise<void>(() => {})

  it('stands in no line of the account, but counts for the address and in all', async () => {
    const { enter, come } = open()
    const aside = ['1', '2', '3'].map((address) =>
      enter(asker('ann', address), (place) => place.aside(forEver)),
    )
    for (const one of aside) one.catch(() => {})
    const owner = come({ account: 'ann', address: '4' })
    await settled()
    expect(owner.outcome).toBe('is at work')
    const others = ['5', '6', '7'].map((address) => come({ account: 'bo', address }))
    await settled()
    expect(others.map(({ outcome }) => outcome)).toEqual(['is at work', 'waits', 'is refused'])
  })

  it('is refused where room is needed, and gets no turn afterwards', async () => {
    const { enter, come } = open({ ...bounds, inAll: 2 })
    let turns = 0
    const attempt = () =>
      enter(asker('ann', '1'), async (place) => {
        await place.aside(forEver).catch(() => {})
        return place.turn(async () => (turns += 1))
      })
    const both = Promise.allSettled([attempt(), attempt()])
    const [bo, cy] = [come({ account: 'bo', address: '2' }), come({ account: 'cy', address: '3' })]
    await settled()
    // Both at the same time, so that the second finds nobody with more than one place.
    expect([bo.outcome, cy.outcome]).toEqual(['is at work', 'is refused'])
    expect(turns).toBe(0)
    void both
  })
})

describe('turns', () => {
  it('are taken by two at once, one an account, of which one sets a password', async () => {
    const { come } = open()
    const changes = ['1', '2'].map((address) => come({ account: address, address, lane: 'change' }))
    const ann = ['1', '2'].map((address) => come({ account: 'ann', address }))
    await settled()
    expect(changes.map(({ outcome }) => outcome)).toEqual(['is at work', 'waits'])
    expect(ann.map(({ outcome }) => outcome)).toEqual(['is at work', 'waits'])
    changes[0]?.end()
    await settled()
    expect(changes[1]?.outcome).toBe('is at work')
    expect(ann[1]?.outcome).toBe('waits')
    ann[0]?.end()
    await settled()
    expect(ann[1]?.outcome).toBe('is at work')
  })

  it('go round the lanes, the sites of each, and the addresses of each site', async () => {
    const { come, order } = open({ inAll: 50, ofAddress: 50, ofAccount: 50, atOnce: 1 })
    const all = [
      ...['a', 'b', 'c'].map((name) => come({ account: name, address: net(1) }, name)),
      come({ account: 'd', address: net(2) }, 'd'),
      ...['e', 'f'].map((name) => come({ account: name, address: '192.0.2.1' }, name)),
      ...['K', 'L'].map((name) =>
        come({ account: name, address: net(1), lane: 'signInFromKnownDevice' }, name),
      ),
    ]
    while (all.some(({ outcome }) => outcome !== 'is done')) {
      for (const one of all) one.end()
      await settled()
    }
    expect(order.join('')).toBe('aKbLedfc')
  })

  it('of an account that is guessed from one address keep nobody there who comes from elsewhere', async () => {
    const { come } = open({ inAll: 2000, ofAddress: 1000, ofAccount: 20, atOnce: 2 })
    const netIDs = Array.from({ length: 1000 }, (_, place) => `n${place}`)
    const flood = netIDs.map((account) => come({ account, address: 'flood' }))
    // Each of these people, in whatever place their name stands there.
    for (const account of ['n5', 'n500', 'n999']) {
      const owner = come({ account, address: `home of ${account}` })
      await settled()
      // The next turn was that of the flood's address.
      for (let ended = 0; ended < 2; ended += 1) {
        flood.find(({ outcome }) => outcome === 'is at work')?.end()
        await settled()
      }
      expect(owner.outcome).toBe('is at work')
      owner.end()
      await settled()
    }
  })

  it('of a site that has very many addresses keep nobody who comes from elsewhere', async () => {
    const { come } = open({ inAll: 50, ofAddress: 50, ofAccount: 50, atOnce: 1 })
    const flood = Array.from({ length: 20 }, (_, place) =>
      come({ account: `n${place}`, address: net(place) }),
    )
    const owner = come({ account: 'owner', address: '192.0.2.1' })
    await settled()
    // The next turn was that of the flood's site.
    for (let ended = 0; ended < 2; ended += 1) {
      flood.find(({ outcome }) => outcome === 'is at work')?.end()
      await settled()
    }
    expect(owner.outcome).toBe('is at work')
  })

  it('whoever comes in whatever order, the bounds hold, and all who are not refused get theirs', async () => {
    const letter = (letters: string) => fc.constantFrom(...letters)
    const step = fc.record({
      account: fc.option(letter('abc'), { nil: null }),
      address: letter('1234'),
      lane: fc.constantFrom<Asker['lane']>('signIn', 'signInFromKnownDevice', 'change', 'other'),
      ends: fc.nat({ max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { come } = open()
        const all: ReturnType<typeof come>[] = []
        const endSome = async (count: number) => {
          const atWork = all.filter(({ outcome }) => outcome === 'is at work')
          for (const one of atWork.slice(0, count)) one.end()
          await settled()
          hold()
        }
        const hold = () => {
          const there = all.filter(({ outcome }) => ['waits', 'is at work'].includes(outcome))
          const most = (key: (one: From) => string | null) => {
            const counts = new Map<string, number>()
            for (const one of there) {
              const name = key(one)
              if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
            }
            return Math.max(0, ...counts.values())
          }
          expect(most(({ lane }) => `${lane}`)).toBeLessThanOrEqual(6)
          expect(most(({ lane, address }) => `${lane} ${address}`)).toBeLessThanOrEqual(4)
          const accountOf = ({ lane, account }: From) => account && `${lane} ${account}`
          expect(most(accountOf)).toBeLessThanOrEqual(2)
          const atWork = there.filter(({ outcome }) => outcome === 'is at work')
          expect(atWork.length).toBeLessThanOrEqual(2)
          const names = atWork.map(accountOf).filter((name) => name !== null)
          expect(new Set(names).size).toBe(names.length)
          expect(atWork.filter(({ lane }) => lane === 'change').length).toBeLessThanOrEqual(1)
        }
        for (const { ends, ...from } of steps) {
          all.push(come(from))
          await settled()
          hold()
          await endSome(ends)
        }
        for (let left = 0; left < steps.length; left += 1) await endSome(2)
        const outcomes = all.map(({ outcome }) => outcome)
        expect(outcomes.filter((one) => one !== 'is refused' && one !== 'is done')).toEqual([])
      }),
      { numRuns: times(100, 5000), seed },
    )
  })
})
