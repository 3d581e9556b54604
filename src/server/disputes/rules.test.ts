import { expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import type { User } from '../../shared/accounts/contract.ts'
import { memberTentsFinder } from '../tents/own-tent.ts'
import { tentsToRead } from './rules.ts'

const tents = [
  { id: 'tA', captain: 'lee', members: 'Ann Lee, Bo Smith (bs2)', netIDs: 'al1, cd3' },
  { id: 'tB', captain: 'Ann (AL1)', members: 'Cy Diaz', netIDs: 'CD3, ef4' },
].map((tent) => ({ ...rosterRow(tent), id: tent.id }))

it.each<['off' | 'approval', who: Pick<User, 'netID'> & Partial<User>, tents: string[]]>([
  ['off', { netID: 'cd3' }, ['tA', 'tB']],
  ['off', { netID: 'al1' }, ['tA']],
  ['off', { netID: 'lee' }, []],
  ['off', { netID: 'bs2' }, []],
  ['off', { netID: 'diaz' }, []],
  ['approval', { netID: 'cd3', isConfirmed: true }, ['tA', 'tB']],
  ['approval', { netID: 'al1', isConfirmed: true }, ['tA', 'tB']],
  ['approval', { netID: 'lee', isConfirmed: true }, ['tA']],
  ['approval', { netID: 'bs2', isConfirmed: true }, ['tA']],
  ['approval', { netID: 'diaz', isConfirmed: true }, []],
  ['approval', { netID: 'cd3' }, []],
  ['approval', { netID: 'al1', isLineMonitor: true }, []],
])('with CONFIRM_NETIDS=%s %o may dispute for %j', (confirmNetIDs, who, may) => {
  const theirs = memberTentsFinder({ confirmNetIDs }, tents)(userOf(who))
  expect(theirs.map(({ id }) => id)).toEqual(may)
})

it('reads of the own tent, too, which may match by a name alone', () => {
  const [own] = tents
  const ids = (netID: string) =>
    tentsToRead({ confirmNetIDs: 'off' }, tents, userOf({ netID }), own)
  expect([...ids('bs2')]).toEqual(['tA'])
  expect([...ids('ef4')]).toEqual(['tA', 'tB'])
  expect([...ids('cd3')]).toEqual(['tA', 'tB'])
})

function userOf(who: Pick<User, 'netID'> & Partial<User>): User {
  return { isConfirmed: false, isLineMonitor: false, isSuperUser: false, ...who } as User
}
