import { expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { changesOf } from './roster-changes.ts'
import { type KnownTent, planImport } from './roster-plan.ts'

const knownOf = (id: string, fields: Partial<KnownTent>): KnownTent => ({
  ...rosterRow(fields),
  retired: false,
  ...fields,
  id,
})

it('what a plan does is told tent by tent, in their order', () => {
  const known = [
    knownOf('a', { order: 'A', name: 'Ants', members: 'Ann Lee', dayNumber: 2 }),
    knownOf('b', { order: 'B', name: 'Bees' }),
    knownOf('c', { order: 'C', name: 'Cats', retired: true }),
    knownOf('d', { order: 'D', name: 'Dogs' }),
  ]
  const rows = [
    rosterRow({ order: 'E', name: 'Elks', members: 'Di Evans' }),
    rosterRow({ id: 'a', order: 'Z', name: 'Ants', members: 'Ann Lee, Bo Chen' }),
    rosterRow({ order: 'C', name: 'Cats', type: 'Blue' }),
    rosterRow({ order: 'D', name: 'Dogs' }),
  ]
  const options = { results: false, checkInProgress: false, newId: () => 'new' }
  expect(changesOf(planImport(known, rows, options))).toEqual([
    {
      id: 'a',
      kind: 'changed',
      order: 'A',
      name: 'Ants',
      fields: [
        { column: 'Order', before: 'A', after: 'Z' },
        { column: 'Members', before: 'Ann Lee', after: 'Ann Lee, Bo Chen' },
        { column: 'Day Number', before: '2', after: '' },
      ],
    },
    { id: 'b', kind: 'retired', order: 'B', name: 'Bees', fields: [] },
    {
      id: 'c',
      kind: 'added',
      order: 'C',
      name: 'Cats',
      fields: [{ column: 'Type', before: '', after: 'Blue' }],
    },
    { id: 'new', kind: 'added', order: 'E', name: 'Elks', fields: [] },
  ])
})

it('a text is cut where it is longer than anyone reads, never within a letter', () => {
  const known = [knownOf('a', { order: 'A' })]
  const row = rosterRow({
    id: 'a',
    order: 'A',
    name: `${'x'.repeat(398)}\u{1f600}${'y'.repeat(9)}`,
  })
  const options = { results: false, checkInProgress: false, newId: () => 'new' }
  const [change] = changesOf(planImport(known, [row], options))
  expect(change?.fields[0]?.after).toBe(`${'x'.repeat(398)}…`)
})
