import { expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { tentToTellOf } from './right.ts'

const tents = [
  { id: 'tA', captain: 'lee', members: 'Ann Lee, Bo Smith (bs2)', netIDs: 'al1, cd3' },
  { id: 'tB', captain: '', members: 'Cy Diaz', netIDs: 'cd3, ef4' },
].map((tent) => ({ ...rosterRow(tent), id: tent.id }))

it.each<['off' | 'mail' | 'approval', netID: string, isConfirmed: boolean, told: string | null]>([
  ['off', 'al1', false, 'tA'],
  ['off', 'ef4', false, 'tB'],
  ['off', 'cd3', false, 'tA'],
  ['off', 'smith', true, null],
  ['off', 'bs2', true, null],
  ['off', 'lee', true, null],
  ['off', 'nobody', true, null],
  ['approval', 'al1', true, 'tA'],
  ['approval', 'al1', false, null],
  ['mail', 'ef4', true, 'tB'],
  ['mail', 'ef4', false, null],
  ['mail', 'cd3', true, 'tA'],
  ['mail', 'bs2', true, 'tA'],
  ['mail', 'lee', true, 'tA'],
  ['mail', 'lee', false, null],
  ['mail', 'smith', true, null],
  ['mail', 'nobody', true, null],
])(
  'with CONFIRM_NETIDS=%s %s, confirmed: %s, is told of %s',
  (confirmNetIDs, netID, isConfirmed, told) => {
    const find = tentToTellOf({ confirmNetIDs }, tents)
    expect(find({ netID, isConfirmed })?.id ?? null).toBe(told)
  },
)
