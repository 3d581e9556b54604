import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyShiftProblem } from '../../../tests/support/any-shift-problem.ts'
import { costOfShifts } from './cost.ts'
import { frameOf, shiftsAround, shiftsOf } from './frame.ts'

const anyChange = anyShiftProblem.chain((problem) => {
  const size = problem.slots.length
  return fc.record({
    problem: fc.constant(problem),
    row: fc.array(fc.constantFrom(0, 1), { minLength: size, maxLength: size }),
    from: fc.nat(size - 1),
    length: fc.integer({ min: 1, max: 8 }),
  })
})

describe('the shifts around some slots', () => {
  it('cost as much more after a change of these slots as all shifts', () => {
    fc.assert(
      fc.property(anyChange, ({ problem, row, from, length }) => {
        const frame = frameOf(problem)
        const before = Uint8Array.from(row)
        const to = Math.min(frame.size, from + length)
        for (const on of [0, 1]) {
          const after = before.slice().fill(on, from, to)
          const added = (shiftsIn: (row: Uint8Array) => Parameters<typeof costOfShifts>[1]) =>
            costOfShifts(frame, shiftsIn(after)) - costOfShifts(frame, shiftsIn(before))
          expect(added((row) => shiftsAround(frame, row, [from, to]))).toBeCloseTo(added(shiftsOf))
        }
      }),
    )
  })

  it('are those beside them alone, however long a break must be', () => {
    const row = Uint8Array.from({ length: 3000 }, (_, slot) => (slot + 1) % 2)
    expect(shiftsAround({ breakSlots: 3000, size: 3000 }, row, [1500, 1501])).toEqual([
      [1498, 1499],
      [1500, 1501],
      [1502, 1503],
    ])
  })
})
