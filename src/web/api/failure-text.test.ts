import { afterEach, expect, it, vi } from 'vitest'
import { CallError } from './call.ts'
import { failureAndReason, failureText, nextAttemptText } from './failure-text.ts'

afterEach(() => vi.useRealTimers())

it.each<[now: string, waitS: number, timeZone: string, time: string]>([
  ['2026-01-19T07:40:00Z', 60, 'America/New_York', '2:41 AM'],
  ['2026-01-19T07:40:00Z', 60, 'America/Los_Angeles', '11:41 PM'],
  ['2026-01-19T07:40:00Z', 60, 'Asia/Kolkata', '1:11 PM'],
  // Never too early: to the minute that begins next.
  ['2026-01-19T07:40:00Z', 61, 'America/New_York', '2:42 AM'],
  ['2026-01-19T07:40:00.001Z', 1, 'America/New_York', '2:41 AM'],
  // On the next day, and over the hour that is left out in spring.
  ['2026-01-19T04:50:00Z', 1800, 'America/New_York', '12:20 AM'],
  ['2026-03-08T06:50:00Z', 1800, 'America/New_York', '3:20 AM'],
  ['2026-01-19T16:30:00Z', 1800, 'America/New_York', '12:00 PM'],
])('at %s a wait of %i s ends in %s at %s', (now, waitS, timeZone, time) => {
  const text = nextAttemptText(Date.parse(now), waitS, timeZone)
  expect(text).toBe(`The next attempt is possible at ${time}.`)
})

const refused = (code: string, error: string, retryAfterS: number | null = null) =>
  new CallError(429, { error, code }, retryAfterS)

it.each<[error: unknown, text: string]>([
  [new Error('no network'), 'No answer.'],
  [refused('wrongPassword', 'Not right.', 60), 'Not right.'],
  [refused('', ''), 'It failed.'],
  [refused('tooManyAttempts', 'Please wait.'), 'Please wait.'],
])('%s is told as %j', (error, text) => {
  expect(failureText(error, 'It failed.', 'No answer.')).toBe(text)
})

it.each<[error: unknown, failed: string, text: string]>([
  [new Error('no network'), 'It failed.', 'No answer.'],
  [refused('', ''), 'It failed', 'It failed'],
  [refused('badRequest', 'Not right.'), 'It failed', 'It failed: Not right.'],
  [refused('badRequest', 'Not right.'), 'It failed.', 'It failed. Not right.'],
])('%s of %j is told as %j where what failed is told, too', (error, failed, text) => {
  expect(failureAndReason(error, failed, 'No answer.')).toBe(text)
})

it('tells after the server’s words when the next attempt is possible, by the clock of the device', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-19T07:40:00Z') })
  const told = failureText(refused('tooManyAttempts', 'Please wait.', 60), '', '')
  expect(told).toBe(`Please wait. ${nextAttemptText(Date.now(), 60)}`)
  expect(told).toMatch(/ at \d+:\d1 [AP]M\.$/)
})
