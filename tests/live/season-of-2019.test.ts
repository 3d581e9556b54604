import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { ListedCheck } from '../../src/shared/check-history/contract.ts'
import { rosterRow } from '../support/roster-row.ts'
import { rules, startInstant, starts } from '../support/season-of-2019.ts'
import { type ServerAt, startServerAt } from '../support/server-at.ts'
import { startCheck } from '../support/start-check.ts'
import { seed, times } from '../support/times.ts'

const lastsMinutes = 25
/** Of the starts of 2019, if each check lasted so long. */
const startsInGrace = 11
const quarters = 4
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

function periodOf(localTime: string) {
  return localTime < rules.ends
    ? rules.periods.findLast(({ from }) => from <= localTime)
    : undefined
}

/** The time on the clocks of Durham, as `starts` has it. */
function localTime(moment: Date): string {
  return moment.toLocaleString('sv-SE', { timeZone: rules.timeZone }).replace(' ', 'T').slice(0, 16)
}

/** The grace after the check that began then. */
function graceAfter(start: string) {
  const from = startInstant(start).getTime() + lastsMinutes * 60_000
  const until = from + rules.graceMinutes * 60_000
  return {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    reason: 'Tent check',
  }
}

/** The grace in which the check of this place begins; null: none. No check begins before the one before it ends. */
function graceAt(place: number) {
  const [before, start] = [starts[place - 1], starts[place]]
  if (before === undefined || start === undefined) return null
  const grace = graceAfter(before)
  return startInstant(start).toISOString() < grace.until ? grace : null
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

/** In the short form every tenth check has marks. */
const isMarked = (place: number) => place % times(10, 1) === 0

/** The others are played only where one begins in the grace of the other. */
const isPlayed = (place: number) =>
  isMarked(place) || graceAt(place) !== null || graceAt(place + 1) !== null

/** All checks, in order. */
async function listAll() {
  const all: ListedCheck[] = []
  let more = true
  while (more) {
    const before = all.at(-1)?.id
    const query = { limit: 100, ...(before !== undefined && { before }) }
    const page = await asLead().call('listChecks', undefined, { query })
    all.push(...page.checks)
    more = page.more
  }
  return all.reverse()
}

describe.each([process.env['TZ'] ?? 'UTC', 'Asia/Kolkata'])(
  'the season of 2019, on a server whose zone is %s',
  (zone) => {
    it('has its periods, nights, numbers, grace, misses and standing as the rules say', {
      timeout: times(120_000, 1_800_000),
    }, async () => {
      vi.stubEnv('TZ', zone)
      const places = [...starts.keys()].filter(isPlayed)
      const courses = fc.sample(course, { numRuns: places.length, seed })
      const missed: { id: string; period: string | null }[] = []

      async function expectStanding(): Promise<void> {
        const period = periodOf(localTime(server.now()))?.name ?? null
        for (const id of tents) {
          const record = await asLead().call('tentRecord', undefined, { params: { id } })
          const inPeriod = missed.filter((miss) => miss.id === id && miss.period === period)
          const misses = period === null ? 0 : inPeriod.length
          expect([id, record.standing]).toEqual([id, { period, misses, allowed: 1 }])
        }
      }

      for (const [index, place] of places.entries()) {
        const start = starts[place] ?? ''
        server.goTo(startInstant(start))
        const period = periodOf(start)
        const required = period?.[clockOf(start)] ?? null
        const now = { period: period?.name ?? null, clock: clockOf(start), required }
        expect([start, await asLead().call('getSeason')]).toMatchObject([
          start,
          { now: { ...now, grace: graceAt(place) } },
        ])
        await startCheck(asLead(), tents, 3)
        const status = await asLead().call('checkStatus')
        expect(new Set(status.activeTents.map((tent) => tent.required))).toEqual(
          new Set([required]),
        )
        const marks = isMarked(place) ? (courses[index] ?? []) : []
        for (const [tent, id] of tents.entries()) {
          const what = marks[tent] ?? 'out'
          await mark(id, what)
          if (what === 'miss') missed.push({ id, period: now.period })
        }
        server.pass(lastsMinutes * 60_000)
        await asLead().call('endCheck', {})
        const ended = await asLead().call('getSeason')
        expect([start, ended.now.grace]).toEqual([start, graceAfter(start)])
        if ((index + 1) % Math.floor(places.length / quarters) === 0) await expectStanding()
      }
      await expectStanding()
      const roster = await asLead().call('listTents')
      expect(roster.map(({ id, numberOfMisses }) => [id, numberOfMisses])).toEqual(
        tents.map((id) => [id, missed.filter((miss) => miss.id === id).length]),
      )

      const checks = await listAll()
      expect(checks.map(({ startedAt, inGrace }) => [startedAt, inGrace])).toEqual(
        places.map((place) => [
          startInstant(starts[place] ?? '').toISOString(),
          graceAt(place) !== null,
        ]),
      )
      expect(checks.filter(({ inGrace }) => inGrace)).toHaveLength(startsInGrace)

      server.goTo(startInstant(rules.ends))
      await expectStanding()
    })
  },
)
