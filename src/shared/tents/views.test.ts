import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { type Tent, tent as tentSchema, type WholeTent } from './contract.ts'
import { membersOf } from './members.ts'
import { netIDsOf } from './net-ids.ts'
import { publicForm, ownForm as shownTo } from './views.ts'

const tent: WholeTent = {
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
  people: [
    { id: '1', name: 'Ann Lee', netID: 'al2' },
    { id: '2', name: 'Bo Kim', netID: 'bk7' },
  ],
}

/** Another tent's netIDs count, too. */
const rosterNetIDs = netIDsOf([
  tent,
  { netIDs: 'cd34; Lee ann jsmith', captain: 'Cara Dee' },
  { netIDs: '0815, pm', captain: 'zhou' },
])
const ownForm = (of: WholeTent, netID: string) => shownTo(of, netID, rosterNetIDs)

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

  it('has every field of a tent but its people, and lets no other one out', () => {
    const stored = { ...tent, retiredAt: null, secret: 'al2' }
    const { people: _, ...fields }: Tent = tent
    expect(Object.keys(publicForm(stored)).sort()).toEqual(Object.keys(fields).sort())
    expect(Value.Check(tentSchema, publicForm(stored))).toBe(true)
  })
})

describe('the form of one’s own tent', () => {
  it('is whole but for other people’s netIDs', () => {
    const [ann, bo] = tent.people
    const people = (annIs: string | null, boIs: string | null) => [
      { ...ann, netID: annIs },
      { ...bo, netID: boIs },
    ]
    expect(ownForm(tent, 'bk7')).toEqual({ ...tent, netIDs: 'bk7', people: people(null, 'bk7') })
    expect(ownForm(tent, 'AL2')).toEqual({ ...tent, netIDs: 'al2', people: people('al2', null) })
  })

  it('strikes netIDs from the people as from the members', () => {
    const member = (id: string, name: string) => ({ id, name, netID: null })
    const people = [member('1', 'Ann Lee (al2)'), member('2', 'al2'), member('3', 'Bo Kim (bk7)')]
    const shown = ownForm({ ...tent, people, members: 'Ann Lee (al2), al2, Bo Kim (bk7)' }, 'bk7')
    expect(shown.people).toEqual([member('1', 'Ann Lee'), member('3', 'Bo Kim (bk7)')])
    expect(shown.members).toBe('Ann Lee, Bo Kim (bk7)')
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

describe('in one’s own tent other people’s netIDs', () => {
  it.each<[text: string, shown: string]>([
    ['Cee Dee (cd34)', 'Cee Dee'],
    ['Cee Dee (CD34), Bo Kim (bk7)', 'Cee Dee, Bo Kim (bk7)'],
    ['cd34', ''],
    ['cd34, Ann Lee', 'Ann Lee'],
    ['Ann Lee, cd34, Bo Kim', 'Ann Lee, Bo Kim'],
    ['Ann Lee; cd34; Bo Kim', 'Ann Lee; Bo Kim'],
    ['Cee Dee - cd34', 'Cee Dee'],
    ['cd34: Cee Dee', 'Cee Dee'],
    ['Cee Dee cd34 Jr.', 'Cee Dee Jr.'],
    ['Cee Dee Jr. (cd34)', 'Cee Dee Jr.'],
    ['Cee Dee <cd34@duke.edu>, Bo Kim', 'Cee Dee, Bo Kim'],
    ['cd34+tents@duke.edu', ''],
    ['Cee_Dee_cd34', 'Cee_Dee'],
    ['cd34x, 2cd34', 'cd34x, 2cd34'],
    // In no netIDs, but as a campus makes them: whoever has it matches by it.
    ['Flo Gray (fg22)', 'Flo Gray'],
    // Written as names are.
    ['Member1 One, Flo2 Gray', 'Member1 One, Flo2 Gray'],
    ['Nr. 0815', 'Nr.'],
    // Of a captain, who is entered by netID.
    ['zhou, Bo Kim', 'Bo Kim'],
  ])('are struck from %j, which leaves %j', (text, shown) => {
    const written = { ...tent, captain: text, captainName: text, members: text, lastCheck: text }
    expect(ownForm(written, 'bk7')).toMatchObject({
      captain: shown,
      captainName: shown,
      members: shown,
      lastCheck: shown,
    })
  })

  it.each<[text: string, shown: string]>([
    // lee, ann and jsmith are netIDs. As words of a name they stay,
    ['Bo Lee', 'Bo Lee'],
    ['Ann-Marie O’Neil', 'Ann-Marie O’Neil'],
    ['Ann Smith, J. Lee', 'Ann Smith, J. Lee'],
    // also where a first name is all there is of it,
    ['Lee, Zhou', 'Lee, Zhou'],
    // and where they stand for a person they go.
    ['Jo Smith (jsmith)', 'Jo Smith'],
    ['jsmith', ''],
    ['jsmith, Bo Kim', 'Bo Kim'],
    ['Jo Smith/jsmith', 'Jo Smith'],
    ['jsmith@duke.edu', ''],
    ['jsmith lee', ''],
    // Also behind a name, which is written as names are.
    ['Cee Dee jsmith', 'Cee Dee'],
    ['李 jsmith, CD jsmith', '李, CD'],
    ['Cee Dee jsmith, Bo Kim', 'Cee Dee, Bo Kim'],
    // In small letters anyhow, or joined, it is a name's.
    ['jo ann lee', 'jo ann lee'],
    ['Mary-ann', 'Mary-ann'],
    ['Jo van lee', 'Jo van lee'],
  ])('without a digit leave of %j %j', (members, shown) => {
    expect(ownForm({ ...tent, members }, 'bk7').members).toBe(shown)
  })

  it('leave a text that has none exactly as it is', () => {
    for (const members of [' Bo  Kim ,, Di () Eze', 'Zoe\u0308 Kim', 'No members selected']) {
      expect(ownForm({ ...tent, members }, 'bk7').members).toBe(members)
    }
  })

  it('do not take numbers and words out of dates, nor the name of who gave a Miss', () => {
    const told = {
      dateOfLastMiss: '1/18/2026, 08:15 PM',
      dateOfLastCheck: '0815',
      lastMissLM: 'Lee',
    }
    expect(ownForm({ ...tent, ...told }, 'bk7')).toMatchObject(told)
    const written = { dateOfLastCheck: '1/18 by cd34', lastMissLM: 'Sam (cd34)' }
    expect(ownForm({ ...tent, ...written }, 'bk7')).toMatchObject({
      dateOfLastCheck: '1/18 by',
      lastMissLM: 'Sam',
    })
  })

  it('leave what anyone may see', () => {
    const open = { id: 'cd34', order: 'cd34', name: 'Tent of cd34', type: 'cd34' }
    expect(ownForm({ ...tent, ...open }, 'bk7')).toMatchObject(open)
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
