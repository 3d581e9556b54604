import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { addPastChecks, pastCheckId } from '../../../tests/support/past-checks.ts'
import { countQueries } from '../../../tests/support/queries.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'

let server: TestApp
/** By netID. */
let tokens: Record<string, string>
let queries: ReturnType<typeof countQueries>

beforeEach(async () => {
  server = await startApp({}, () => new Date('2026-02-01T00:00:00Z'))
  tokens = {
    mo: await server.signIn('mo', { isLineMonitor: true }),
    boss: await server.signIn('boss', { isSuperUser: true }),
    al3: await server.signIn('al3'),
  }
  // All of the checks began in it.
  const periods = [{ name: 'Black', from: '2019-12-01T00:00', day: 2, night: 10 }]
  const season = { ...defaultRules, version: 0, periods }
  await server.withToken(tokens['boss']).call('saveSeason', season)
  queries = countQueries()
})
afterEach(async () => {
  queries.stop()
  await server.close()
})

/** Checks that are over of so many tents, every third tent with a Miss; al3 disputes hers. */
async function addSeason(checks: number, tents: number): Promise<void> {
  await server.db.transaction(({ queries: session }) =>
    session.execute(sql`insert into tents (id, "order", name, type, captain, captain_name, members, net_ids,
        last_miss_lm, date_of_last_miss, last_check, date_of_last_check)
      select 't' || n, n::text, 'Tent ' || n, '', '', '', 'Ann Lee, Bo Chen', 'al' || n, '', '', '', ''
      from generate_series(1, ${tents}) n`),
  )
  await addPastChecks(server.db, 1, checks)
  await server.db.transaction(({ queries: session }) =>
    session.execute(sql`insert into disputes (id, check_id, tent_id, filed_by, filed_at, text)
      select gen_random_uuid(), id, 't3', 'al3', ended_at, 'We were there.' from checks`),
  )
}

/** What is asked of the database for an answer. */
const asked = () => ({
  checks: queries.about('checks'),
  facts: queries.including('json_agg(json_build_array('),
  events: queries.including('"check_events"."number" asc'),
  // Parameters would leave the index of these kinds unused.
  exclusions: queries.including("in ('excluded', 'included')"),
  others: ['tents', 'users', 'season_versions', 'disputes'].map(queries.about),
})

describe.each([
  [
    'a page of checks',
    'mo',
    '/api/checks',
    { checks: 1, facts: 1, events: 0, exclusions: 0, others: [0, 1, 0, 0] },
  ],
  [
    'a page of older checks',
    'mo',
    `/api/checks?before=${pastCheckId(2)}`,
    { checks: 2, facts: 1, events: 0, exclusions: 0, others: [0, 1, 0, 0] },
  ],
  [
    'a whole check',
    'mo',
    `/api/checks/${pastCheckId(1)}`,
    { checks: 1, facts: 0, events: 1, exclusions: 0, others: [1, 1, 0, 1] },
  ],
  [
    'statistics',
    'mo',
    '/api/checks/statistics',
    { checks: 1, facts: 1, events: 0, exclusions: 0, others: [0, 1, 1, 0] },
  ],
  [
    'the record of a tent',
    'mo',
    '/api/tents/t1/record',
    { checks: 1, facts: 0, events: 1, exclusions: 1, others: [1, 1, 1, 1] },
  ],
  [
    'the results of a check as a file',
    'mo',
    `/api/checks/${pastCheckId(1)}/results.csv`,
    { checks: 1, facts: 0, events: 1, exclusions: 0, others: [1, 1, 0, 0] },
  ],
  [
    'how one’s own tent stands',
    'al3',
    '/api/now',
    { checks: 2, facts: 0, events: 1, exclusions: 0, others: [1, 0, 0, 0] },
  ],
  [
    'the disputes of one’s own tent',
    'al3',
    '/api/disputes',
    { checks: 0, facts: 0, events: 0, exclusions: 0, others: [1, 2, 0, 1] },
  ],
  [
    'all disputes',
    'boss',
    '/api/disputes',
    { checks: 0, facts: 0, events: 0, exclusions: 0, others: [0, 1, 0, 1] },
  ],
])('%s', (_, who, path, expected) => {
  it.each([2, 40])('takes the same queries in a season of %i checks', async (checks) => {
    await addSeason(checks, 5)
    const token = tokens[who] ?? ''
    // From here on the session is cached, so reading it is not counted.
    await server.ask('/api/profile/me', { token })
    // Asked again where the server asked something by itself meanwhile.
    const askedFor = async () => {
      queries.begin()
      expect((await server.ask(path, { token })).status).toBe(200)
      return asked()
    }
    await expect.poll(askedFor, { timeout: 10_000 }).toEqual(expected)
  })
})

it('every mark of a long season is counted', async () => {
  const [checks, tents] = [60, 130]
  await addSeason(checks, tents)
  const misses = Math.floor(tents / 3) * checks
  const { body } = await server.ask('/api/checks/statistics', { token: tokens['mo'] })
  expect(body).toMatchObject({
    checks,
    minutes: { median: 20, p90: 20 },
    monitors: [{ netID: 'mo', makes: tents * checks - misses, misses }],
    missRate: [{ period: 'Black', clock: 'night', marks: tents * checks, misses }],
  })
  const now = await server.withToken(tokens['al3']).call('now')
  expect(now.tent?.misses).toEqual({ period: 'Black', standing: checks, allowed: 1 })
})
