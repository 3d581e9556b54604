import { expect, it } from 'vitest'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { writeShiftsCsv } from './exports.ts'

it.each([
  ['2026-11-01T05:30Z', '2026-11-01T06:30Z', '2026-11-01 01:30 EDT,2026-11-01 01:30 EST'],
  ['2026-11-02T06:00Z', '2026-11-02T12:00Z', '2026-11-02 01:00,2026-11-02 07:00'],
])('a shift from %s until %s is a row with %s', (from, until, times) => {
  const shift = { id: 's1', memberId: 'm1', from, until, arrivedAt: null }
  expect(writeShiftsCsv(defaultRules, [shift], () => 'Ann Lee')).toContain(`Ann Lee,${times},`)
})
