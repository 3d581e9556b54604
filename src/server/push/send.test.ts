import { expect, it } from 'vitest'
import { defaultNoticeSettings, type PushKind } from '../../shared/notices/contract.ts'
import { isQuiet, wants } from './send.ts'

it.each([
  [null, '03:00', false],
  [{ from: '22:00', to: '07:00' }, '21:59', false],
  [{ from: '22:00', to: '07:00' }, '22:00', true],
  [{ from: '22:00', to: '07:00' }, '00:00', true],
  [{ from: '22:00', to: '07:00' }, '06:59', true],
  [{ from: '22:00', to: '07:00' }, '07:00', false],
  [{ from: '12:00', to: '13:00' }, '12:30', true],
  [{ from: '12:00', to: '13:00' }, '13:00', false],
  [{ from: '12:00', to: '12:00' }, '12:00', false],
])('with quiet hours %j it is quiet at %s: %s', (quiet, time, expected) => {
  expect(isQuiet(quiet, time)).toBe(expected)
})

it.each<PushKind>(['grace', 'myTent', 'dispute', 'check', 'needed', 'shifts'])(
  'a push of the kind %s is dropped in quiet hours',
  (kind) => {
    const settings = { ...defaultNoticeSettings, quiet: { from: '01:00', to: '07:00' } }
    const person = { isLineMonitor: true, isSuperUser: true, settings }
    const at = (time: string) => wants(person, kind, 'America/New_York', new Date(time))
    expect(at('2026-01-30T06:00:00Z')).toBe(false)
    expect(at('2026-01-30T12:00:00Z')).toBe(true)
  },
)
