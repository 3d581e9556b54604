import { afterAll, beforeAll, expect, it } from 'vitest'
import { earlierDatabase } from '../../../tests/support/earlier-database.ts'

const idOf = (place: number) => `00000000-0000-4000-8000-00000000000${place}`

const people = `
  insert into users (net_id, first_name, last_name, email, password_hash, is_line_monitor,
    is_super_user, created_at)
  select net_id, '', '', net_id || '@example.org', '', false, false, now()
  from unnest(array['ann', 'boss']) as net_id;
  insert into tents (id, members, net_ids, "order", name, type, captain, captain_name,
    last_miss_lm, date_of_last_miss, last_check, date_of_last_check)
  values ('tA', '', '', '', '', '', '', '', '', '', '', '');`

const check = (place: number, startedAt: string) =>
  `insert into checks (id, num_checkers, started_by, started_at, ended_at)
  values ('${idOf(place)}', 1, 'ann', '${startedAt}', '${startedAt}');`

const dispute = (place: number, text: string, answered: string) =>
  `insert into disputes (id, check_id, tent_id, filed_by, filed_at, text, outcome, answer,
    answered_by, answered_at)
  values ('${idOf(place)}', '${idOf(place)}', 'tA', 'ann', now(), '${text}', ${answered});`

const answer = (text: string) => `'upheld', '${text}', 'boss', now()`

const push = (topic: string, service: string) =>
  `insert into pushes (kind, topic, service, about, due_at, good_until, sent_to, again, tries)
  values ('grace', '${topic}', '${service}', '{}', now(), now(), 'x', '["x"]', 2);`

/** A season of one database, which was brought up to date now and then. */
let db: Awaited<ReturnType<typeof earlierDatabase>>
beforeAll(async () => {
  db = await earlierDatabase('0029')
  const starts = ['2026-01-02', '2026-01-03', '2026-01-01', '2026-01-03']
  await db.execute(
    [
      people,
      ...starts.map((start, place) => check(place, start)),
      dispute(1, '', 'null, null, null, null'),
      dispute(2, '', answer('')),
      dispute(3, 'We were all there.', answer('So it was.')),
    ].join('\n'),
  )
  await db.toBefore('0036')
  await db.execute(
    [
      push('a', ''),
      push('b', 'one.example'),
      push('b', 'two.example'),
      push('c', ''),
      push('c', 'one.example'),
    ].join('\n'),
  )
  await db.toBefore('0040')
  const nights = `'["2026-01-30"]'`
  await db.execute(
    `insert into shift_tents (tent_id) values ('tA');
    insert into shift_people (member_id, tent_id, net_id, substitute_on)
    values ('${idOf(1)}', 'tA', null, ${nights}), ('${idOf(2)}', 'tA', 'ann', ${nights});`,
  )
  await db.toNow()
})
afterAll(() => db.close())

it('of closed seasons, nobody who filed a dispute is named any more', async () => {
  expect(await db.rows('select filed_by, answered_by from disputes order by id')).toEqual([
    { filed_by: null, answered_by: null },
    { filed_by: null, answered_by: 'boss' },
    { filed_by: 'ann', answered_by: 'boss' },
  ])
})

it('checks are in the order of their starts, and the next one comes after them', async () => {
  // As a server that knows of no order writes it, by a clock that was set back.
  await db.execute(check(5, '2026-01-01'))
  expect(await db.rows('select id, sequence::int from checks order by sequence')).toEqual(
    [2, 0, 1, 3, 5].map((place, before) => ({ id: idOf(place), sequence: before + 1 })),
  )
})

it('nobody is on the list of substitutes for a row that is nobody’s', async () => {
  expect(await db.rows('select substitute_on from shift_people order by member_id')).toEqual([
    { substitute_on: [] },
    { substitute_on: ['2026-01-30'] },
  ])
})

it('pushes that were divided by other names are divided anew, once each', async () => {
  const rows = await db.rows('select topic, service, sent_to, again, tries from pushes order by 1')
  expect(rows).toMatchObject([
    { topic: 'a', service: '', sent_to: 'x', tries: 2 },
    { topic: 'b', service: '', sent_to: '', again: [], tries: 0 },
    { topic: 'c', service: '' },
  ])
})
