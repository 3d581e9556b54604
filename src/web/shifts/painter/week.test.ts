import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyWeek } from '../../../../tests/support/empty-week.ts'
import {
  hoursIn,
  isIn,
  painted,
  runsIn,
  type Sign,
  signAt,
  tapSign,
  undone,
  type Week,
  withStroke,
} from './week.ts'

const anySign = fc.constantFrom<Sign>('0', '1', '2')
const anyCell = fc.record({
  day: fc.integer({ min: 0, max: 6 }),
  halfHour: fc.integer({ min: 0, max: 47 }),
})
const anyStroke = fc.record({ from: anyCell, to: anyCell })
const anyStrokes = fc.array(fc.record({ stroke: anyStroke, sign: anySign }), { maxLength: 6 })
const paintedAll = (strokes: { stroke: Parameters<typeof painted>[1]; sign: Sign }[]): Week =>
  strokes.reduce((week, { stroke, sign }) => painted(week, stroke, sign), emptyWeek)

const allCells = emptyWeek.flatMap((signs, day) =>
  Array.from(signs, (_, halfHour) => ({ day, halfHour })),
)

describe('a stroke', () => {
  it('paints its rectangle and nothing else, from whichever corner', () => {
    fc.assert(
      fc.property(anyStrokes, anyStroke, anySign, (strokes, stroke, sign) => {
        const before = paintedAll(strokes)
        const after = painted(before, stroke, sign)
        expect(painted(before, { from: stroke.to, to: stroke.from }, sign)).toEqual(after)
        for (const cell of allCells) {
          const expected = isIn(stroke, cell) ? sign : signAt(before, cell)
          expect(signAt(after, cell)).toBe(expected)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('is taken back by undo, the last one first, unless it changes nothing', () => {
    fc.assert(
      fc.property(anyStrokes, (strokes) => {
        let history = { week: emptyWeek, before: [] as readonly Week[] }
        const weeks = [emptyWeek]
        for (const { stroke, sign } of strokes) {
          const next = painted(history.week, stroke, sign)
          if (next !== history.week) weeks.push(next)
          history = withStroke(history, next)
        }
        for (const week of weeks.toReversed()) {
          expect(history.week).toEqual(week)
          history = undone(history)
        }
        expect(history).toEqual({ week: emptyWeek, before: [] })
      }),
      { numRuns: 50 },
    )
  })
})

it.each<[before: Sign, brush: Sign, after: Sign]>([
  ['0', '1', '1'],
  ['1', '1', '0'],
  ['2', '1', '1'],
  ['2', '2', '0'],
  ['1', '0', '0'],
  ['0', '0', '1'],
])('a tap on %s with the brush %s paints %s', (before, brush, after) => {
  const cell = { day: 3, halfHour: 5 }
  expect(tapSign(painted(emptyWeek, { from: cell, to: cell }, before), cell, brush)).toBe(after)
})

describe('the list', () => {
  it('says the same as the week: its runs painted anew give it', () => {
    fc.assert(
      fc.property(anyStrokes, (strokes) => {
        const week = paintedAll(strokes)
        const again = runsIn(week).reduce(
          (sum, { day, from, to, sign }) =>
            painted(sum, { from: { day, halfHour: from }, to: { day, halfHour: to - 1 } }, sign),
          emptyWeek,
        )
        expect(again).toEqual(week)
      }),
      { numRuns: 50 },
    )
  })

  it('joins half hours of one kind', () => {
    const night = { from: { day: 0, halfHour: 2 }, to: { day: 0, halfHour: 13 } }
    const early = { from: { day: 0, halfHour: 2 }, to: { day: 0, halfHour: 4 } }
    const week = painted(painted(emptyWeek, night, '1'), early, '2')
    expect(runsIn(week)).toEqual([
      { day: 0, from: 2, to: 5, sign: '2' },
      { day: 0, from: 5, to: 14, sign: '1' },
    ])
    expect(hoursIn(week)).toBe(6)
  })
})
