import { expect, it } from 'vitest'
import { rosterRow } from '../../../../tests/support/roster-row.ts'
import { accountsOf } from './tent-accounts.ts'

const tents = [
  { ...rosterRow({ order: 'A', members: 'Ann Lee, Bo Chen (bc2)', netIDs: 'al1' }), id: 'a' },
  { ...rosterRow({ order: 'B', captain: 'cy3', members: 'Cy Lee', netIDs: 'AL1, bc2' }), id: 'b' },
]
const accounts = ['al1', 'bc2', 'cy3', 'lee', 'zz9'].map((netID) => ({ netID }))
const [, bees] = tents

it.each([
  [false, ['al1 netIDs a', 'bc2 netIDs a', 'lee members a']],
  [true, ['al1 netIDs a', 'bc2 netIDs a', 'cy3 captain b']],
])(
  'accounts that a tent names, by what, and which tent they have (proven: %s)',
  (areProven, said) => {
    if (bees === undefined) return expect.fail()
    const found = accountsOf(bees, tents, accounts, areProven)
    expect(found.map(({ account, by, tent }) => `${account.netID} ${by} ${tent?.id}`)).toEqual(said)
  },
)
