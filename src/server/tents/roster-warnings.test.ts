import { describe, expect, it } from 'vitest'
import { isSwift, manyAccents } from '../../../tests/support/many-accents.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { demoSeason } from './demo-season.ts'
import { parseRosterCsv, writeRosterCsv } from './roster-csv.ts'
import { planImport } from './roster-plan.ts'
import type { RosterRow } from './roster-row.ts'
import { renameWarnings, rosterWarnings } from './roster-warnings.ts'

const header = 'Order,Name,Type,Captain,Captain Name,Members,netIDs,Day Number,Night Number'
const ants = 'A,Ants,Black,al2,Ann Lee,"Ann Lee, Bo Chen","al2, bc3",,'

function warningsOf(text: string, knownTypes: string[] = ['Black', 'Blue']) {
  return rosterWarnings(parseRosterCsv(text), knownTypes, { results: false })
}

/** Line and column of what is said of these rows, which begin on line 2. */
function placesOf(rows: string[], knownTypes?: string[]): [number, string][] {
  const text = `${[header, ...rows].join('\n')}\n`
  return warningsOf(text, knownTypes).map(({ line, column }) => [line, column])
}

const many = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(', ')

describe('a roster is warned of', () => {
  it.each<[what: string, rows: string[], places: [number, string][]]>([
    ['an order twice', [ants, 'a ,Bees,Blue,,,Cy,cy1,,'], [[3, 'Order']]],
    [
      'an order three times',
      [ants, 'A,B,,,,,,,', 'A,C,,,,,,,'],
      [
        [3, 'Order'],
        [4, 'Order'],
      ],
    ],
    ['no order', [',Bees,Blue,,,Cy,cy1,,'], [[2, 'Order']]],
    ['no name', ['B,,Blue,,,Cy,cy1,,'], [[2, 'Name']]],
    ['more members than netIDs', ['B,Bees,,,,"Cy, Di",cy1,,'], [[2, 'netIDs']]],
    ['netIDs without members', ['B,Bees,,,,,cy1,,'], [[2, 'netIDs']]],
    ['a type never seen', ['B,Bees,Blakc,,,,,,'], [[2, 'Type']]],
    ['a netID in two tents', [ants, 'B,Bees,,,,Cy,AL2,,'], [[3, 'netIDs']]],
    ['a netID twice in a tent', ['B,Bees,,,,"Cy, Di","cy1, cy1",,'], [[2, 'netIDs']]],
    ['a name twice in a tent', ['B,Bees,,,,"Cy  Diaz, cy diaz","cy1, cy2",,'], [[2, 'Members']]],
    ['a captain who is no member', ['B,Bees,,di1,,Cy,cy1,,'], [[2, 'Captain']]],
    [
      'captains without a netID, once',
      [ants, 'B,Bees,Blue,Cy,,Cy Diaz,cy1,,', 'C,Cats,Blue,Di Lee,,Di Lee,di2,,'],
      [[3, 'Captain']],
    ],
    [
      'a captain’s name that is no member',
      ['B,Bees,,,Di Evans,Di Lee,cy1,,'],
      [[2, 'Captain Name']],
    ],
    ['one of two captains', ['B,Bees,,"cy1, di1",,Cy,cy1,,'], [[2, 'Captain']]],
    ['a hyphen in a netID', ['B,Bees,,,,"Cy, Di",cy-1,,'], [[2, 'netIDs']]],
    ['an e-mail for a netID', ['B,Bees,,,,"Cy, Di, Ed",cy1@duke.edu,,'], [[2, 'netIDs']]],
    ['an e-mail alone, of however many', ['B,Bees,,,,"Cy, Di",cy1@duke.edu,,'], [[2, 'netIDs']]],
    ['a Cyrillic letter in a netID', ['B,Bees,,,,Cy,с1,,'], [[2, 'netIDs']]],
    ['a formula', ['B,=1+1,,,,,,,'], [[2, 'Name']]],
    [
      'a formula that begins otherwise',
      ['B,@x,,,,"-Cy","+c1",,'],
      [
        [2, 'netIDs'],
        [2, 'Name'],
        [2, 'Members'],
        [2, 'netIDs'],
      ],
    ],
  ])('%s, by line and column', (_what, rows, places) => {
    expect(placesOf(rows)).toEqual(places)
  })

  it.each<[what: string, rows: string[]]>([
    ['a whole tent', [ants]],
    ['a captain by netID and name', ['B,Bees,Blue,Cy Diaz (cy1),Cy,Cy Diaz,cy1,,']],
    ['netIDs parted by spaces or semicolons', ['B,Bees,Blue,,,"Cy, Di, Ed",cy1 di2;ed3,,']],
    ['an empty tent', ['B,Bees,Blue,,,,,,']],
    ['hyphens, quotes and equal signs within texts', ['B-1,"Bees = ""5""",Blue,,,,,,']],
    ['one name in two tents', [ants, 'B,Bees,Blue,,,Ann Lee,al3,,']],
    ['captains in a list that is too long', [`B,Bees,,"${'Di, '.repeat(1001)}",,Cy,cy1,,`]],
    [
      'a captain beside too many members',
      [`B,Bees,,Di,,"${many('n', 1000)}","${many('id', 1000)}",,`],
    ],
  ])('but not of %s', (_what, rows) => {
    expect(placesOf(rows)).toEqual([])
  })

  it('a column that is not there, which would empty it for all tents', () => {
    const text = 'Order,Name,Type,Captain,Captain Name,Membres,netIDs\nA,Ants,Black,,,Ann Lee,\n'
    expect(warningsOf(`\n${text}`)).toMatchObject([
      { line: 2, column: 'Members', reason: expect.stringContaining('empty for every tent') },
      { line: 2, column: 'Day Number' },
      { line: 2, column: 'Night Number' },
    ])
  })

  it('a column of results that is not there, where results are taken from the file', () => {
    const reading = parseRosterCsv(`${header},Number of Misses,Last Check\n${ants},2,Ann ✓\n`)
    const missing = rosterWarnings(reading, ['Black'], { results: true })
    expect(missing.map(({ column }) => column)).toEqual([
      'Date of Last Check',
      'Last Miss LM',
      'Date of Last Miss',
    ])
  })

  it('a type that only one tent has, where none was known before', () => {
    const rows = ['A,Ants,Black,,,,,,', 'B,Bees,black ,,,,,,', 'C,Cats,Blakc,,,,,,']
    expect(placesOf(rows, [])).toEqual([[4, 'Type']])
    expect(placesOf(rows.slice(1), [''])).toEqual([])
  })

  it('a captain by name, and says that a netID is wanted in small letters', () => {
    const text = `${header}\nB,Bees,Blue,Ann Smith,Ann Smith,"Ann Smith, Bo Jones","as12, bj34",,\n`
    const [found] = rosterWarnings(parseRosterCsv(text), ['Blue'], { results: false })
    expect(found).toMatchObject({ column: 'Captain' })
    expect(found?.reason).toContain('in small letters')
  })

  it('beside what refuses it', () => {
    const text = `${header}\nA,Ants,Black,,,,,x,\nA,,Black,,,,,,\n`
    const reading = parseRosterCsv(text)
    expect(reading.problems.map(({ line }) => line)).toEqual([2])
    expect(rosterWarnings(reading, ['Black'], { results: false }).map(({ line }) => line)).toEqual([
      3, 3,
    ])
  })

  it('in words that repeat nothing of the file', () => {
    const rows = ['=B,=N,=T,=c,=d,"=x, =x","y1, y1, =z"', 'A,A,=T,=c,=d,=x,y1']
    const said = JSON.stringify(
      warningsOf(`Order,Name,Type,Captain,Captain Name,Members,netIDs\n${rows.join('\n')}`),
    )
    expect(said).not.toMatch(/=|y1/)
  })
})

describe('a tent that is new in the place of one that goes', () => {
  const known = parseRosterCsv(`${header}\nA,Ants,,,,,,,\nB,Bees,,,,,,,\n`).rows.map((row) => ({
    ...row,
    id: `t${row.order}`,
    retired: false,
  }))
  const linesOf = (text: string) => {
    const reading = parseRosterCsv(text)
    const options = { results: false, checkInProgress: false, newId: () => 'new' }
    const plan = planImport(known, reading.rows, options)
    return renameWarnings(reading, plan).map(({ line, column }) => [line, column])
  }

  it.each<[what: string, text: string, places: [number, string][]]>([
    ['under another name', `${header}\nA,Aunts,,,,,,,\nB,Bees,,,,,,,\n`, [[2, 'Name']]],
    ['at another place', `${header}\nC,Ants,,,,,,,\nB,Bees,,,,,,,\n`, [[2, 'Name']]],
    ['by an id of elsewhere', `id,${header}\nx,A,Ants,,,,,,,\n,B,Bees,,,,,,,\n`, [[2, 'Name']]],
    ['with other spaces', `${header}\n" a ",Aunts,,,,,,,\nB,Bees,,,,,,,\n`, [[2, 'Name']]],
  ])('is asked about: %s', (_, text, places) => expect(linesOf(text)).toEqual(places))

  it.each<[what: string, text: string]>([
    ['with its id', `id,${header}\ntA,A,Aunts,,,,,,,\n,B,Bees,,,,,,,\n`],
    ['beside the one that was', `${header}\nA,Aunts,,,,,,,\nA,Ants,,,,,,,\nB,Bees,,,,,,,\n`],
    ['of a file without names', 'Order\nC\nD\n'],
    ['of a file without orders', 'Name\nCats\nDogs\n'],
    ['of an order of its own', `${header}\nC,Cats,,,,,,,\nB,Bees,,,,,,,\n`],
  ])('is not: %s', (_, text) => expect(linesOf(text)).toEqual([]))
})

/** A fault that somebody may make in a table, as the row and column where it is to be seen. */
type Fault = [row: number, column: string, make: (rows: RosterRow[]) => void]

const at = (rows: RosterRow[], row: number) => rows[row] ?? expect.fail(`There is no row ${row}`)
const set = (row: number, fields: Partial<RosterRow>) => (rows: RosterRow[]) =>
  void Object.assign(at(rows, row), fields)
const replace =
  (row: number, field: 'members' | 'netIDs', from: RegExp, to: string) => (rows: RosterRow[]) => {
    at(rows, row)[field] = at(rows, row)[field].replace(from, to)
  }

const faults: Fault[] = [
  [3, 'Order', set(3, { order: 'A' })],
  [7, 'Order', set(7, { order: '' })],
  [9, 'Name', set(9, { name: ' ' })],
  [12, 'netIDs', replace(12, 'netIDs', /, \w+$/, '')],
  [15, 'netIDs', replace(15, 'members', /, [^,]+$/, '')],
  [18, 'Type', set(18, { type: 'Blakc' })],
  [
    22,
    'netIDs',
    (rows) => replace(22, 'netIDs', /^\w+/, at(rows, 2).netIDs.split(', ')[0] ?? '')(rows),
  ],
  [27, 'Members', replace(27, 'members', /^([^,]+), [^,]+/, '$1, $1')],
  [31, 'Name', set(31, { name: 'x'.repeat(4001) })],
  [36, 'Captain Name', set(36, { captainName: 'Nobody Here' })],
  [41, 'Captain', set(41, { captain: 'Nobody Here' })],
  [45, 'netIDs', replace(45, 'netIDs', /^\w+/, 'ab_1')],
  [52, 'Name', set(52, { name: '=HYPERLINK("https://example.com")' })],
  [58, 'Last Check', set(58, { lastCheck: '@SUM(A1)' })],
  [61, 'Day Number', set(61, { dayNumber: -1 })],
  [66, 'Night Number', set(66, { nightNumber: 1.5 })],
  [71, 'Members', set(71, { members: 'Ann Lee, '.repeat(500) })],
  [80, 'Name', set(80, { name: 'Bell\u0007' })],
  [90, 'Members', set(90, { members: 'Jos\ufffd' })],
  [
    101,
    'Order',
    (rows) => set(101, { order: at(rows, 100).order, name: at(rows, 100).name })(rows),
  ],
]

it('all of 20 faults planted in a roster of 130 tents are pointed out', () => {
  const types = demoSeason().map(({ type }) => type)
  const said = (rows: RosterRow[]) => {
    const reading = parseRosterCsv(writeRosterCsv(rows))
    const all = [...reading.problems, ...rosterWarnings(reading, types, { results: false })]
    return all.map(({ line, column }) => `${line} ${column}`)
  }
  const rows = demoSeason()
  const before = new Set(said(rows))
  // Two people of one name, in its first tent.
  expect([...before]).toEqual(['2 Members'])
  for (const [, , make] of faults) make(rows)
  const planted = faults.map(([row, column]) => `${row + 2} ${column}`)
  expect(new Set(planted).size).toBe(20)
  expect(said(rows)).toEqual(expect.arrayContaining(planted))
})

it.each(['order', 'name', 'type'] as const)(
  'a tent’s %s of 100,000 accents takes no time',
  (field) => {
    const row = { ...rosterRow({ [field]: manyAccents }), id: 'tA' }
    const reading = { ...parseRosterCsv(''), rows: [row, row], columns: new Set([field]) }
    const plan = { add: [row], retire: [] }
    expect(isSwift(() => renameWarnings(reading, plan))).toBe(true)
    expect(isSwift(() => rosterWarnings(reading, ['Black'], { results: false }))).toBe(true)
  },
)
