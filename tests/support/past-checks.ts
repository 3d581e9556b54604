import { sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/database.ts'

/** The id of the check of this number, from 1. */
export const pastCheckId = (place: number) =>
  `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

/**
 * Writes checks of these numbers into the ledger, an hour apart from 2020 on, which are over and told:
 * all tents on the roster are marked, every third as missed, two members present at each Make.
 */
export async function addPastChecks(
  db: Pick<Database, 'transaction'>,
  first: number,
  last: number,
): Promise<void> {
  const tents = sql`select id, members, row_number() over (order by id) as n from tents where retired_at is null`
  for (let place = first; place <= last; place += 1) {
    const id = sql`${pastCheckId(place)}::uuid`
    const begin = sql`timestamptz '2020-01-01T00:00:00Z' + ${place} * interval '1 hour'`
    await db.transaction(async ({ queries }) => {
      await queries.execute(sql`
        insert into checks (id, num_checkers, started_by, started_at, ended_at)
        values (${id}, 1, 'mo', ${begin}, ${begin} + interval '20 minutes')`)
      await queries.execute(sql`
        insert into check_events
          (check_id, number, kind, at, net_id, by_name, tent_id, outcome, data)
        select ${id}, 1, 'started', ${begin}, 'mo', 'Mo', null, null, jsonb_build_object(
          'numCheckers', 1, 'period', 'Black', 'clock', 'night', 'rulesVersion', 0,
          'tents', jsonb_agg(jsonb_build_object(
            'id', id, 'groupIndex', 0, 'members', members, 'required', 2
          ) order by n))
        from (${tents}) as tent
        union all
        select ${id}, n + 1, 'marked', ${begin}, 'mo', 'Mo', id, outcome, jsonb_build_object(
          'present', case outcome when 'make' then '["Ann Lee", "Bo Chen"]'::jsonb else '[]' end,
          'mark', jsonb_build_object(
            'id', id, 'outcome', outcome, 'by', 'Mo', 'at', '', 'numberOfMisses', 0))
        from (${tents}) as tent,
          lateral (select case n % 3 when 0 then 'miss' else 'make' end as outcome) as o
        union all
        select ${id}, (select count(*) from (${tents}) as tent) + 2, 'ended', ${begin}, null, '',
          null, null, '{}'`)
      await queries.execute(sql`
        insert into told_checks (check_id, number)
        select ${id}, max(number) from check_events where check_id = ${id}`)
    })
  }
}
