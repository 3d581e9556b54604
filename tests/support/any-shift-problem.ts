import fc from 'fast-check'
import type { ShiftProblem } from '../../src/shared/shifts/problem.ts'

/** Around the changes of clocks in spring and autumn, and far from them. */
const anyStart = fc.oneof(
  fc.record({
    timeZone: fc.constantFrom('America/New_York', 'America/Los_Angeles'),
    start: fc.constantFrom('2026-01-28T07:00', '2026-03-07T22:00', '2026-10-31T22:00'),
  }),
  fc.record({
    timeZone: fc.constant('Australia/Lord_Howe'),
    start: fc.constantFrom('2026-04-04T22:00', '2026-10-03T22:00'),
  }),
)

/**
 * Small problems of every kind: nobody free, more needed than there are, locks anywhere, clocks
 * that change.
 */
export const anyShiftProblem: fc.Arbitrary<ShiftProblem> = fc
  .record({ size: fc.integer({ min: 1, max: 40 }), crowd: fc.integer({ min: 1, max: 5 }) })
  .chain(({ size, crowd }) =>
    fc.record({
      slotMinutes: fc.constantFrom(15, 30, 60),
      begin: anyStart,
      slots: fc.array(fc.record({ need: fc.nat(crowd + 2), night: fc.boolean() }), {
        minLength: size,
        maxLength: size,
      }),
      people: fc.tuple(...Array.from({ length: crowd }, (_, index) => anyPerson(index, size))),
      locked: fc.array(
        fc
          .record({ person: fc.nat(crowd - 1), from: fc.nat(size - 1), length: fc.nat(5) })
          .map(({ person, from, length }) => ({
            person: `p${person}`,
            from,
            to: Math.min(size, from + 1 + length),
          })),
        { maxLength: 2 },
      ),
      limits: fc.record({
        minSlots: fc.nat(4),
        maxDaySlots: fc.nat(9),
        breakSlots: fc.nat(5),
        nightWeight: fc.constantFrom(0, 1, 1.5),
      }),
      seconds: fc.constant(0),
    }),
  )
  .map(({ begin, ...problem }) => ({ ...begin, ...problem }))

function anyPerson(index: number, size: number) {
  const signs = fc.array(fc.constantFrom('0', '1', '1', '2'), { minLength: size, maxLength: size })
  return fc.record({
    id: fc.constant(`p${index}`),
    carriedDayHours: fc.constantFrom(0, 3.5),
    carriedNightHours: fc.constantFrom(0, 8),
    free: signs.map((all) => all.join('')),
  })
}
