import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nightShift, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { localTimeOf } from '../../../shared/season/local-time.ts'
import { slotMs } from '../../../shared/shifts/slots.ts'
import { barIn, daysOf, linesOf, rowsOf, shareOfDay } from './rows.ts'
import { cannotCoverText, shortText } from './words.ts'

const picture = shiftsPicture()

describe('days', () => {
  it('are those of the season’s zone, with their nights', () => {
    const days = daysOf(picture.slots)
    expect(days.map(({ date }) => date)).toEqual([
      '2026-01-28',
      '2026-01-29',
      '2026-01-30',
      '2026-01-31',
      '2026-02-01',
      '2026-02-02',
      '2026-02-03',
    ])
    expect(days.map(({ nights }) => nights)).toEqual(
      Array(7).fill([{ from: 2 / 48, to: 14 / 48, text: '1:00–7:00 AM' }]),
    )
  })

  it('say where now is, in one of them at most', () => {
    const shares = daysOf(picture.slots).map((day) => shareOfDay(day, '2026-01-29T11:00:00Z'))
    expect(shares).toEqual([null, 0.25, null, null, null, null, null])
  })

  it.each([
    ['2026-03-08T05:00:00Z', 46],
    ['2026-11-01T04:00:00Z', 50],
  ])('on which clocks change have another length: from %s', (begin, count) => {
    const slots = Array.from({ length: 54 }, (_, index) => {
      const at = Date.parse(begin) + index * slotMs
      const local = localTimeOf(at, 'America/New_York')
      return { at: new Date(at).toISOString(), local, need: 1, night: false }
    })
    const [day, next] = daysOf(slots)
    expect([day?.slots.length, next?.slots[0]?.local.slice(11)]).toEqual([count, '00:00'])
    const whole = { from: slots[0]?.at ?? '', until: next?.slots[0]?.at ?? '' }
    expect(day && barIn(day, whole)).toMatchObject({ from: 0, to: 1 })
  })
})

describe('bars', () => {
  it('of a shift over midnight are two, which make it whole', () => {
    const anyPlace = fc.integer({ min: 0, max: picture.slots.length - 1 })
    fc.assert(
      fc.property(anyPlace, fc.integer({ min: 1, max: 60 }), (begin, length) => {
        const from = Date.parse(picture.slots[begin]?.at ?? '')
        const span = {
          from: new Date(from).toISOString(),
          until: new Date(from + length * slotMs).toISOString(),
        }
        const bars = daysOf(picture.slots).map((day) => barIn(day, span))
        const shown = bars.reduce((sum, bar) => sum + (bar === null ? 0 : bar.to - bar.from), 0)
        expect(shown * 48).toBeCloseTo(Math.min(length, picture.slots.length - begin))
      }),
      { numRuns: 100 },
    )
  })

  it('stand in rows: mine first, what nobody has any more last', () => {
    const shifts = [nightShift('s1', 'm2', '29'), nightShift('s2', null, '30')]
    const rows = rowsOf(picture, shifts)
    expect(rows.map(({ name }) => name)).toEqual(['Ann', 'Bo', 'Cy', 'Open'])
    expect(rows[1]?.days.map((bars) => bars.map(({ text }) => text))).toEqual([
      [],
      ['1:00–7:00 AM'],
      ...Array(5).fill([]),
    ])
    expect(rows[3]?.days[2]).toHaveLength(1)
  })
})

it('the list has those of the same hours in one line, by time', () => {
  const day = { ...nightShift('s3', 'm3', '29'), until: '2026-01-29T07:00:00.000Z' }
  const shifts = [nightShift('s1', 'm2', '29'), nightShift('s2', 'm1', '29'), day]
  expect(linesOf(rowsOf(picture, shifts), 1)).toMatchObject([
    { text: '1:00–2:00 AM', names: ['Cy'], isMine: false },
    { text: '1:00–7:00 AM', names: ['Ann', 'Bo'], isMine: true },
  ])
})

it('what is locked says so, in the table and in the list', () => {
  const shifts = [
    { ...nightShift('s1', 'm2', '29'), isLocked: true },
    { ...nightShift('s2', 'm1', '29'), isLocked: false },
  ]
  expect(linesOf(rowsOf(picture, shifts), 1)).toMatchObject([
    { text: '1:00–7:00 AM', names: ['Ann'] },
    { text: '1:00–7:00 AM, locked', names: ['Bo'], isLocked: true },
  ])
})

it.each([
  [10, 8, '10 needed, 8 free. Ask two.', '10 needed, 8 on shift.'],
  [6, 5, '6 needed, 5 free. Ask one.', '6 needed, 5 on shift.'],
  [12, 0, '12 needed, 0 free. Ask 12.', '12 needed, 0 on shift.'],
])('%i needed and %i there is said in a sentence', (need, there, free, onShift) => {
  const range = { from: '2026-01-29T07:30:00Z', until: '2026-01-29T12:00:00Z', need, there }
  expect(cannotCoverText('America/New_York', range)).toBe(`Thu Jan 29, 2:30–7:00 AM: ${free}`)
  expect(shortText('America/New_York', range)).toBe(`Thu Jan 29, 2:30–7:00 AM: ${onShift}`)
})
