import { expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { planImport } from './roster-plan.ts'
import { reportOf } from './roster-report.ts'

const known = [
  { ...rosterRow({ order: 'A', name: 'Ants', members: 'Ann\nLee', dayNumber: 2 }), id: 'a' },
  { ...rosterRow({ order: 'B', name: 'Bees' }), id: 'b' },
].map((tent) => ({ ...tent, retired: false }))
const rows = [
  rosterRow({ order: 'A', name: 'Ants', members: 'Bo\nChen' }),
  rosterRow({ order: 'C', name: 'Cats' }),
]
const warnings = [{ line: 2, column: 'Members', reason: 'Odd.' }]
const plan = (checkInProgress: boolean) =>
  planImport(known, rows, { results: false, checkInProgress, newId: () => 'new' })

it('what a roster file does is said tent by tent, each in a line', () => {
  expect(reportOf({ plan: plan(false), warnings })).toBe(
    `changed: A Ants; Members “Ann Lee” → “Bo Chen”; Day Number “2” → “”
retired: B Bees
added: C Cats
This looks wrong:
line 2, Members: Odd.
1 added, 1 changed, 1 retired, 0 unchanged.`,
  )
})

it('what waits for the end of a check is counted', () => {
  expect(reportOf({ plan: plan(true), warnings: [] })).toBe(
    `changed: A Ants; Members “Ann Lee” → “Bo Chen”
0 added, 1 changed, 0 retired, 0 unchanged.
3 more have to wait: import the file again when the check is over.`,
  )
})

it('what refuses a file comes before what looks wrong in it', () => {
  const problems = [{ line: 3, column: 'row', reason: 'Wrong.' }]
  expect(reportOf({ problems, warnings })).toBe(
    'Nothing was imported:\nline 3, row: Wrong.\nThis looks wrong:\nline 2, Members: Odd.',
  )
})
