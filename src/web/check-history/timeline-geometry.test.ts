import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '../../shared/check-history/contract.ts'
import { pictureOf } from './timeline-geometry.ts'

const startedAt = '2026-01-19T07:00:00.000Z'
const ann = { netID: 'aa1', name: 'Ann Lee' }
const bo = { netID: 'bb2', name: 'Bo Diaz' }
const at = (minutes: number) => new Date(Date.parse(startedAt) + minutes * 60_000).toISOString()
let number = 0
const event = (minutes: number, kind: HistoryEvent['kind'], more: Partial<HistoryEvent> = {}) => ({
  number: ++number,
  at: at(minutes),
  kind,
  by: ann,
  ...more,
})

describe('the picture of a check', () => {
  it('has a lane for each monitor, in the order in which they began', () => {
    const { lanes } = pictureOf({
      startedAt,
      events: [
        event(0, 'started', { by: bo }),
        event(1, 'marked', { outcome: 'make' }),
        event(2, 'marked', { by: bo, outcome: 'miss' }),
        event(3, 'undone'),
        event(5, 'called', { by: bo }),
        event(5.5, 'callUndone', { by: bo }),
        event(6, 'excluded', { names: ['Cy'] }),
        event(10, 'ended', { by: null }),
      ],
    })
    expect(lanes.map(({ name, places }) => [name, places.map(({ sign }) => sign)])).toEqual([
      ['Ann Lee', ['make', 'undone', 'names']],
      ['Bo Diaz', ['miss', 'call', 'undone']],
    ])
    const [first, second, third] = lanes[0]?.places.map(({ x }) => x) ?? []
    expect(second).toBeCloseTo(3 * (first ?? 0))
    expect(third).toBeCloseTo(6 * (first ?? 0))
  })

  it('does not shrink for what came days later', () => {
    const events = [event(10, 'marked', { outcome: 'miss' }), event(10, 'ended')]
    const before = pictureOf({ startedAt, events })
    const late = [event(3000, 'lateMark', { outcome: 'make' }), event(9000, 'corrected')]
    const after = pictureOf({ startedAt, events: [...events, ...late] })
    expect(after.ticks).toEqual(before.ticks)
    expect(after.lanes[0]?.places[0]).toEqual(before.lanes[0]?.places[0])
    expect(after.lanes[0]?.places[1]?.x).toBeGreaterThan(after.lanes[0]?.places[0]?.x ?? 100)
    expect(after.lanes[0]?.places).toHaveLength(2)
  })

  it('counts the late marks of each lane, and draws one sign for them', () => {
    const late = (by = ann) => event(30, 'lateMark', { by, outcome: 'miss' })
    const marked = event(1, 'marked', { outcome: 'make' })
    const { lanes } = pictureOf({ startedAt, events: [marked, late(), late(bo), late(), late()] })
    expect(lanes.map(({ late, places }) => [late, places.map(({ sign }) => sign)])).toEqual([
      [3, ['make', 'late']],
      [1, ['late']],
    ])
  })

  it.each([0, 0.5, 3, 17, 61, 500, 4000, 100_000])(
    'of %d minutes keeps all within its width, with few times',
    (minutes) => {
      const events = [event(0, 'marked', { outcome: 'make' }), event(minutes, 'marked')]
      const { lanes, ticks } = pictureOf({ startedAt, events })
      const all = [...lanes.flatMap(({ places }) => places), ...ticks].map(({ x }) => x)
      for (const x of all) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(100)
      }
      expect(ticks.length).toBeGreaterThan(0)
      expect(ticks.length).toBeLessThanOrEqual(5)
    },
  )
})
