import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { type Tent, tent as tentSchema } from './contract.ts'
import { membersOf } from './members.ts'
import { ownForm, publicForm } from './views.ts'

const tent: Tent = {
  id: 'recA',
  order: 'A',
  name: 'Frozen Free Throws',
  type: 'Black',
  captain: 'Ann Lee',
  captainName: 'Ann Lee',
  members: 'Ann Lee, Bo Kim',
  netIDs: 'al2, BK7',
  numberOfMisses: 1,
  dayNumber: 2,
  nightNumber: 10,
  lastMissLM: 'Sam',
  dateOfLastMiss: '1/18/2026, 10:04 PM',
  lastCheck: 'Bo Kim',
  dateOfLastCheck: '1/19/2026, 1:10 AM',
}

describe('the public form of a tent', () => {
  it('shows id, order, name and type, every other text empty and every number null', () => {
    const { id, order, name, type, ...rest } = publicForm(tent)
    expect({ id, order, name, type }).toEqual({
      id: 'recA',
      order: 'A',
      name: 'Frozen Free Throws',
      type: 'Black',
    })
    expect(new Set(Object.values(rest))).toEqual(new Set(['', null]))
  })

  it('has every field of a tent, and lets no other one out', () => {
    const stored = { ...tent, retiredAt: null, secret: 'al2' }
    expect(Object.keys(publicForm(stored)).sort()).toEqual(Object.keys(tent).sort())
    expect(Value.Check(tentSchema, publicForm(stored))).toBe(true)
  })
})

describe('the form of one’s own tent', () => {
  it('is whole but for other people’s netIDs', () => {
    expect(ownForm(tent, 'bk7')).toEqual({ ...tent, netIDs: 'bk7' })
    expect(ownForm(tent, 'AL2')).toEqual({ ...tent, netIDs: 'al2' })
  })

  it('has empty netIDs where the person is known by name only', () => {
    expect(ownForm(tent, 'lee').netIDs).toBe('')
    expect(ownForm(tent, 'al').netIDs).toBe('')
  })

  it('does not show the netID of a captain who is entered by netID', () => {
    const byNetID = { ...tent, captain: 'al2', captainName: ' AL2' }
    expect(ownForm(byNetID, 'bk7')).toMatchObject({ captain: '', captainName: '' })
    expect(ownForm(byNetID, 'al2')).toMatchObject({ captain: 'al2', captainName: ' AL2' })
  })
})

describe('the members of a tent', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' , ,', []],
    ['Bo Kim,Ann Lee ,  Zoë O’Neil Jr.', ['Bo Kim', 'Ann Lee', 'Zoë O’Neil Jr.']],
    ['Ann Lee, Ann Lee', ['Ann Lee', 'Ann Lee']],
  ])('are %j split at commas, trimmed, in order', (members, names) => {
    expect(membersOf({ members })).toEqual(names)
  })
})
