import { expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { memberTentsFinder } from '../tents/own-tent.ts'

const tents = [
  { id: 'tA', captain: 'lee', members: 'Ann Lee, Bo Smith (bs2)', netIDs: 'al1, cd3' },
  { id: 'tB', captain: 'Ann (al1)', members: 'Cy Diaz', netIDs: 'cd3, ef4' },
].map((tent) => ({ ...rosterRow(tent), id: tent.id }))

it.each<['off' | 'mail' | 'approval', netID: string, isConfirmed: boolean, told: string[]]>([
  ['off', 'al1', false, ['tA']],
  ['off', 'ef4', false, ['tB']],
  ['off', 'cd3', false, ['tA', 'tB']],
  ['off', 'smith', true, []],
  ['off', 'bs2', true, []],
  ['off', 'lee', true, []],
  ['off', 'nobody', true, []],
  ['approval', 'al1', true, ['tA', 'tB']],
  ['approval', 'al1', false, []],
  ['mail', 'ef4', true, ['tB']],
  ['mail', 'ef4', false, []],
  ['mail', 'cd3', true, ['tA', 'tB']],
  ['mail', 'cd3', false, []],
  ['mail', 'bs2', true, ['tA']],
  ['mail', 'lee', true, ['tA']],
  ['mail', 'lee', false, []],
  ['mail', 'smith', true, []],
  ['mail', 'nobody', true, []],
])(
  'with CONFIRM_NETIDS=%s %s, confirmed: %s, is told of %s',
  (confirmNetIDs, netID, isConfirmed, told) => {
    const find = memberTentsFinder({ confirmNetIDs }, tents)
    expect(find({ netID, isConfirmed }).map(({ id }) => id)).toEqual(told)
  },
)
