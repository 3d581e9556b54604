import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { rosterRow } from '../support/roster-row.ts'
import { rules, startInstant, starts } from '../support/season-of-2019.ts'
import { type ServerAt, startServerAt } from '../support/server-at.ts'
import { startCheck } from '../support/start-check.ts'
import { seed, times } from '../support/times.ts'

const lastsMinutes = 25
const tents = Array.from({ length: times(6, 130) }, (_, place) => `t${place}`)

let server: ServerAt
let lead: string

beforeEach(async () => {
  server = await startServerAt('2019-01-12T12:00:00Z')
  const roster = tents.map((id, place) =>
    rosterRow({ id, order: `${place + 1}`, members: 'Ann, Bo' }),
  )
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  lead = await server.signIn('lead', { isSuperUser: true, firstName: 'Lena' })
  const saved = await server.ask('/api/season', { method: 'PUT', token: lead, body: rules })
  expect(saved.status).toBe(200)
})
afterEach(async () => {
  await server.close()
  vi.unstubAllEnvs()
})

const asLead = () => server.withToken(lead)

/** Day or night, read off the local time as it is written, and not by the product's own rules. */
function clockOf(start: string): 'day' | 'night' {
  const [date = '', time = ''] = start.split('T')
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay()
  const begins = weekday === 0 || weekday === 6 ? '02:30' : '01:00'
  return begins <= time && time < '07:00' ? 'night' : 'day'
}

function periodOf(start: string) {
  return start < rules.ends ? rules.periods.findLast(({ from }) => from <= start) : undefined
}

/** How a check goes: each tent is out, missed, made, or missed and taken back. */
const course = fc.array(fc.constantFrom('out', 'miss', 'miss', 'make', 'make', 'undone'), {
  minLength: tents.length,
  maxLength: tents.length,
})

async function mark(id: string, what: string): Promise<void> {
  if (what === 'out') return
  const said = what === 'make' ? { lastCheck: 'Ann' } : { misses: 1 }
  const { number } = (await asLead().call('mark', { id, ...said })).mark
  if (what !== 'undone') return
  const { checkId } = await asLead().call('checkStatus')
  const undoId = crypto.randomUUID()
  await asLead().call('undoMark', { id, checkId: checkId ?? '', number, undoId })
}

describe.each([process.env['TZ'] ?? 'UTC', 'Asia/Kolkata'])(
  'the season of 2019, on a server whose zone is %s',
  (zone) => {
    it('has its periods, nights, numbers, grace, misses and standing as the rules say', {
      timeout: times(120_000, 1_800_000),
    }, async () => {
      vi.stubEnv('TZ', zone)
      const played = starts.filter((_, index) => index % times(10, 1) === 0)
      const courses = fc.sample(course, { numRuns: played.length, seed })
      const misses = new Map(tents.map((id) => [id, 0]))
      const standing = new Map<string, Map<string, number>>()
      for (const [index, start] of played.entries()) {
        server.goTo(startInstant(start))
        const period = periodOf(start)
        const required = period?.[clockOf(start)] ?? null
        expect([start, await asLead().call('getSeason')]).toMatchObject([
          start,
          { now: { period: period?.name ?? null, clock: clockOf(start), required } },
        ])
        await startCheck(asLead(), tents, 3)
        const status = await asLead().call('checkStatus')
        expect(new Set(status.activeTents.map((tent) => tent.required))).toEqual(
          new Set([required]),
        )
        const marks = courses[index] ?? []
        for (const [place, id] of tents.entries()) {
          const what = marks[place] ?? 'out'
          await mark(id, what)
          if (what !== 'miss') continue
          misses.set(id, (misses.get(id) ?? 0) + 1)
          const inPeriod = standing.get(period?.name ?? '') ?? new Map<string, number>()
          standing.set(period?.name ?? '', inPeriod.set(id, (inPeriod.get(id) ?? 0) + 1))
        }
        server.pass(lastsMinutes * 60_000)
        await asLead().call('endCheck', {})
        const until = new Date(server.now().getTime() + rules.graceMinutes * 60_000).toISOString()
        expect(await asLead().call('getSeason')).toMatchObject({ now: { grace: { until } } })
      }
      const roster = await asLead().call('listTents')
      expect(new Map(roster.map((tent) => [tent.id, tent.numberOfMisses]))).toEqual(misses)
      const lastPeriod = periodOf(played.at(-1) ?? '')?.name ?? ''
      for (const id of tents.slice(0, 6)) {
        const record = await asLead().call('tentRecord', undefined, { params: { id } })
        expect(record.checks).toHaveLength(played.length)
        expect(record.standing).toEqual({
          period: lastPeriod,
          misses: standing.get(lastPeriod)?.get(id) ?? 0,
          allowed: 1,
        })
      }
    })
  },
)
