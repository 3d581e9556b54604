import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import type { plannedFrom } from '../../../tests/support/planned-from.ts'
import { seed, times } from '../../../tests/support/times.ts'
import { slotsOfDay, slotsOfWeek } from './tent-shifts.ts'

const processZone = process.env['TZ']
afterEach(() => setZone(processZone))

function setZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
}

const signs = (length: number) =>
  fc
    .array(fc.constantFrom('0', '1', '2'), { minLength: length / 12, maxLength: length / 12 })
    .map((blocks) => blocks.map((sign) => sign.repeat(12)).join(''))

// The clocks of Durham change on March 8 and November 1, those of other zones on other days or never.
it('half hours, who is free, plans and hours are the same whatever the zone of the process', async () => {
  const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata']
  const inZones: { zone: string; plannedFrom: typeof plannedFrom }[] = []
  for (const zone of zones) {
    setZone(zone)
    // Modules of its own: what one zone has computed and kept is not read in another.
    vi.resetModules()
    inZones.push({ zone, ...(await import('../../../tests/support/planned-from.ts')) })
  }
  fc.assert(
    fc.property(
      fc.constantFrom('2026-01-28', '2026-03-06', '2026-03-28', '2026-10-24', '2026-10-30'),
      fc.array(fc.tuple(signs(slotsOfWeek), signs(slotsOfDay)), { minLength: 2, maxLength: 4 }),
      (from, answers) => {
        const all = inZones.map(({ zone, plannedFrom }) => {
          setZone(zone)
          return {
            offset: new Date(`${from}T12:00Z`).getTimezoneOffset(),
            made: plannedFrom(from, answers),
          }
        })
        // That the zone is in force at all.
        expect(new Set(all.map(({ offset }) => offset)).size).toBe(3)
        for (const one of all) expect(one.made).toEqual(all[0]?.made)
      },
    ),
    { numRuns: times(15, 500), seed },
  )
})
