import fc from 'fast-check'
import { expect, it } from 'vitest'
import { monthOf, paceOf, type Slot } from './pace.ts'

it('lets at most 5 requests arrive in any second, however long their ways take', () => {
  const ways = fc.array(fc.record({ out: fc.nat(400), back: fc.nat(400), asks: fc.nat(300) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(ways, (requests) => {
      let slots: Slot[] = []
      let now = 0
      const arrivals: number[] = []
      for (const [index, { out, back, asks }] of requests.entries()) {
        now += asks
        for (;;) {
          const { taken, waitMs } = paceOf(slots, new Date(now))
          slots = taken
          if (waitMs === 0) break
          now += waitMs
        }
        arrivals.push(now + out)
        const answeredAt = new Date(now + out + back).toISOString()
        slots.push({ id: String(index), takenAt: new Date(now).toISOString(), answeredAt })
      }
      arrivals.sort((a, b) => a - b)
      for (const [index, at] of arrivals.entries()) {
        const fifthAfter = arrivals[index + 5]
        if (fifthAfter !== undefined) expect(fifthAfter - at).toBeGreaterThanOrEqual(1000)
      }
    }),
  )
})

it('counts a request that is under way, and forgets one that nobody waits for any more', () => {
  const open = Array.from({ length: 5 }, (_, id) => ({
    id: String(id),
    takenAt: '2026-01-18T22:00:00.000Z',
    answeredAt: null,
  }))
  expect(paceOf(open, new Date('2026-01-18T22:00:05Z')).waitMs).toBeGreaterThan(0)
  expect(paceOf(open, new Date('2026-01-18T22:01:00Z'))).toEqual({ taken: [], waitMs: 0 })
})

it.each([
  ['under way, of a server whose clock is 2 seconds ahead', '2026-01-18T22:00:02Z', false, true],
  ['answered, of such a server', '2026-01-18T22:00:02Z', true, true],
  [
    'under way, of a clock that was ahead and is set back',
    '2026-01-18T22:01:00.001Z',
    false,
    false,
  ],
  ['answered, of such a clock', '2026-01-18T22:01:00.001Z', true, false],
])('waits or not for requests that are %s', (_, at, isAnswered, waits) => {
  const slots = Array.from({ length: 5 }, (_, id) => ({
    id: String(id),
    takenAt: at,
    answeredAt: isAnswered ? at : null,
  }))
  const { taken, waitMs } = paceOf(slots, new Date('2026-01-18T22:00:00Z'))
  expect([taken, waitMs > 0]).toEqual([waits ? slots : [], waits])
})

it('counts months as Airtable does', () => {
  expect(monthOf(new Date('2026-01-31T23:59:59Z'))).toBe('2026-01')
})
