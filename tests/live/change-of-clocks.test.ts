import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultRules } from '../../src/shared/season/default-rules.ts'
import { type CheckNight, startCheckNight, tentRow } from '../support/check-night.ts'

const minute = 60_000

/** Read off a calendar by hand, not by the product's rules. */
type Start = [
  at: string,
  period: string,
  clock: 'day' | 'night',
  required: number,
  inGrace: boolean,
]
type Night = {
  date: string
  /** The local time in the morning at which the second period begins. */
  begins: string
  grace: { from: string; until: string }
  starts: Start[]
  /** Until when there is grace after each check. */
  graceUntil: string[]
  byHour: Record<number, number>
}

const back: Night = {
  date: '2026-11-01',
  begins: '01:30',
  // Until 01:06 in the hour that comes for the second time.
  grace: { from: '05:00', until: '06:06' },
  starts: [
    ['05:10', 'Before', 'day', 2, true],
    ['05:30', 'After', 'night', 4, true],
    // 01:04 for the second time: the period goes on, and it is day again.
    ['06:04', 'After', 'day', 1, true],
    ['06:40', 'After', 'night', 4, false],
    ['07:10', 'After', 'night', 4, true],
  ],
  graceUntil: ['06:06', '06:06', '06:35', '07:11', '07:41'],
  byHour: { 1: 4, 2: 1 },
}

const forward: Night = {
  date: '2027-03-14',
  // Comes on no clock: from 02:00 it is 03:00.
  begins: '02:30',
  grace: { from: '06:00', until: '07:05' },
  starts: [
    ['06:10', 'Before', 'day', 2, true],
    ['06:59', 'Before', 'night', 5, true],
    ['07:10', 'After', 'night', 4, true],
    ['07:50', 'After', 'day', 1, false],
  ],
  // The second one is half an hour after its end, and not after the hour that is left out.
  graceUntil: ['07:05', '07:30', '07:41', '08:21'],
  byHour: { 1: 2, 3: 2 },
}

let night: CheckNight
afterEach(async () => {
  await night.close()
  vi.unstubAllEnvs()
})

describe.each([process.env['TZ'] ?? 'UTC', 'Asia/Kolkata', 'America/New_York'])(
  'checks around a change of clocks, on a server whose zone is %s',
  (zone) => {
    it.each([
      ['back', back],
      ['forward', forward],
    ])('%s have their periods, numbers, grace, Misses and standing', async (_, given) => {
      vi.stubEnv('TZ', zone)
      const { date, starts } = given
      const at = (time: string) => `${date}T${time}:00.000Z`
      night = await startCheckNight([tentRow('tA', 'Ann Lee, Bo Chen')], at('04:00'))
      const rules = {
        ...defaultRules,
        periods: [
          { name: 'Before', from: `${date.slice(0, 8)}01T00:00`, day: 2, night: 5 },
          { name: 'After', from: `${date}T${given.begins}`, day: 1, night: 4 },
        ],
        ends: `${date.slice(0, 4)}-12-31T00:00`,
        nights: [{ days: [0], from: '01:30', to: '03:30' }],
        graceMinutes: 30,
      }
      const boss = night.as('boss')
      await boss.call('saveSeason', rules)
      const { from, until } = given.grace
      await boss.call('declareGrace', { from: at(from), until: at(until), reason: 'Storm' })

      for (const [place, [time, period, clock, required, inGrace]] of starts.entries()) {
        night.goTo(at(time))
        const { now } = await night.as('lena').call('getSeason')
        expect({ ...now, grace: now.grace !== null }).toEqual({
          ...{ at: at(time), period, clock, required },
          grace: inGrace,
        })
        await night.start()
        await night.miss('tA')
        night.pass(minute)
        await night.post('end-check', {})
        const after = await night.as('lena').call('getSeason')
        expect(after.now.grace?.until).toBe(at(given.graceUntil[place] ?? ''))
      }

      const { checks } = await night.as('lena').call('listChecks')
      const shown = checks.map(({ startedAt, period, clock, inGrace }) => {
        return { startedAt, period, clock, inGrace }
      })
      const record = await night.as('lena').call('tentRecord', undefined, { params: { id: 'tA' } })
      const recorded = record.checks.map(({ startedAt, required }) => ({ startedAt, required }))
      const told = starts.map(([time, period, clock, required, inGrace]) => {
        return [
          { startedAt: at(time), period, clock, inGrace },
          { startedAt: at(time), required },
        ]
      })
      expect(shown).toEqual(told.map(([check]) => check).reverse())
      expect(recorded).toEqual(told.map(([, line]) => line).reverse())
      const misses = starts.filter(([, period]) => period === 'After').length
      expect(record.standing).toEqual({ period: 'After', misses, allowed: 1 })
      expect((await night.tent('tA')).numberOfMisses).toBe(starts.length)
      const { byHour, minutes } = await night.as('lena').call('checkStatistics')
      expect(Object.fromEntries([...byHour.entries()].filter(([, count]) => count > 0))).toEqual(
        given.byHour,
      )
      expect(minutes).toEqual({ median: 1, p90: 1 })
    })
  },
)
