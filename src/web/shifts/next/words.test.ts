import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nightShift } from '../../../../tests/support/shifts-picture.ts'
import type { Shift } from '../../../shared/shifts/tent-shifts.ts'
import { nextShiftWords } from './words.ts'

beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => void vi.unstubAllEnvs())

const shift = nightShift('s1', 'm1', '29')
const at = (time: string, more: Partial<Shift> = {}) =>
  nextShiftWords({ ...shift, ...more }, Date.parse(`2026-01-${time}:00Z`), 'America/New_York')

it.each([
  ['27T04:00', false, 'in 2 days 2 h', false],
  ['29T02:48', false, 'in 3 h 12 min', false],
  ['29T05:00', false, 'in 1 h', true],
  ['29T06:00', true, '6 h left', true],
  ['29T11:30', true, '30 min left', true],
])('at %s UTC: on shift %s, %s, "I’m here" %s', (time, isOn, large, mayArrive) => {
  expect(at(time)).toMatchObject({ isOn, large, mayArrive })
})

it('a shift that is over, where nothing newer is known, says so', () => {
  expect(at('29T12:00')).toMatchObject({ label: 'Your last shift', large: 'over', isOn: false })
})

it('says when in the season’s zone, which it names where the reader has another', () => {
  expect(at('29T02:48').when).toBe('Thu Jan 29, 1:00–7:00 AM (6 h)')
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(at('29T02:48').when).toBe('Thu Jan 29, 1:00–7:00 AM Eastern (6 h)')
})

it('who is here is not asked again, and can take it back until the shift is over', () => {
  const arrivedAt = '2026-01-29T05:58:00.000Z'
  expect(at('29T06:10', { arrivedAt })).toMatchObject({
    mayArrive: false,
    mayTakeBack: true,
    here: 'Here since 12:58 AM.',
  })
  expect(at('29T12:00', { arrivedAt }).mayTakeBack).toBe(false)
  expect(at('29T06:10').mayTakeBack).toBe(false)
})
