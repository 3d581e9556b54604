import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { parseRosterCsv, writeRosterCsv } from './roster-csv.ts'
import type { RosterRow } from './roster-row.ts'

const blankRow = rosterRow({})

function rowsOf(text: string): RosterRow[] {
  const { rows, problems } = parseRosterCsv(text)
  expect(problems).toEqual([])
  return rows
}

function problemsOf(text: string): [line: number, column: string][] {
  return parseRosterCsv(text).problems.map(({ line, column }) => [line, column])
}

describe('reading a roster', () => {
  it('takes Airtable’s columns in any order and leaves unknown ones alone', () => {
    const text = [
      'Date of Last Miss,Last Miss LM,Notes,Members,netIDs,Captain Name,Captain,Type,Name,Order,Number of Misses,Night Number,Day Number,Last Check,Date of Last Check,id',
      '"1/18/2026, 10:04 PM",Sam,x\0y,"Ann Lee, Bo Kim","al2, bk7",Ann Lee,Ann,Black,Free Throws,A,1,10,2,Bo Kim,"1/19/2026, 1:00 AM",recA',
    ].join('\n')
    expect(rowsOf(text)).toEqual([
      {
        id: 'recA',
        order: 'A',
        name: 'Free Throws',
        type: 'Black',
        captain: 'Ann',
        captainName: 'Ann Lee',
        members: 'Ann Lee, Bo Kim',
        netIDs: 'al2, bk7',
        numberOfMisses: 1,
        dayNumber: 2,
        nightNumber: 10,
        lastMissLM: 'Sam',
        dateOfLastMiss: '1/18/2026, 10:04 PM',
        lastCheck: 'Bo Kim',
        dateOfLastCheck: '1/19/2026, 1:00 AM',
      },
    ])
  })

  it.each([
    ['case', 'ORDER,name,NETIDS\nA,T,al2\n'],
    ['spaces', ' Order , Name,net IDs\nA,T,al2\n'],
    ['no-break spaces', 'Order\u00a0,Name,net\u00a0IDs\nA,T,al2\n'],
    ['a byte order mark', '\ufeffOrder,Name,netIDs\nA,T,al2\n'],
    ['a byte order mark before quotes', '\ufeff"Order","Name","netIDs"\nA,T,al2\n'],
    ['Windows line ends', 'Order,Name,netIDs\r\nA,T,al2\r\n'],
    ['old Macintosh line ends', 'Order,Name,netIDs\rA,T,al2'],
    ['blank rows', '\nOrder,Name,netIDs\n\n,,\nA,T,al2\n \n'],
    ['semicolons', 'Order;Name;netIDs\nA;T;al2\n'],
    ['semicolons, quotes and blank lines before them', ';;\n"Order";"Name";"netIDs"\nA;T;al2\n'],
    ['tabs', 'Order\tName\tnetIDs\r\nA\tT\tal2\r\n'],
    ['empty cells too many', 'Order,Name,netIDs\nA,T,al2,,\n'],
  ])('bears with %s', (_what, text) => {
    expect(rowsOf(text)).toEqual([{ ...blankRow, order: 'A', name: 'T', netIDs: 'al2' }])
  })

  it('takes a missing column as empty', () => {
    expect(rowsOf('Name\nT\n')).toEqual([{ ...blankRow, name: 'T' }])
  })

  it('gives the line on which each row begins', () => {
    const text = 'Order,Name\r\n\r\nA,"T\r\nu"\r\nB,V\r\n'
    expect(parseRosterCsv(text)).toMatchObject({ lines: [3, 5] })
  })

  it.each<[what: string, text: string, problems: [number, string][]]>([
    ['an empty file', '', [[1, 'file']]],
    ['a workbook', 'PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0xl/workbook.xml', [[1, 'file']]],
    ['an old workbook', 'ÐÏ\x11à¡±\x1aá\0\0', [[1, 'file']]],
    ['a file of blanks', ' \n,,\n', [[1, 'file']]],
    ['a header without tents', 'Order,Name\n', [[1, 'file']]],
    ['a file with none of our columns', 'a,b\n1,2\n', [[1, 'file']]],
    ['cells parted by bars', 'Order|Name\nA|T\n', [[1, 'file']]],
    ['a file without Order and Name', 'Type,Members\nBlack,Ann\n', [[1, 'file']]],
    ['a column that stands there twice', 'Order,Name,order\nA,T,B\n', [[1, 'Order']]],
    ['a quote never closed', 'Order,Name\nA,T\nB,"U\nC,V\n', [[3, 'file']]],
    ['a quote never closed in the header', 'Order,"Name\nA,T\n', [[1, 'file']]],
    ['a quote within a cell', 'Order,Name\nA,"T\r\nx"\r\nB,5" tall\n', [[4, 'file']]],
    ['text after a quote', 'Order,Name\nA,T\nB,"U"x\n', [[3, 'file']]],
    ['a semicolon without quotes', 'Order;Members\nA;"x;y"\nB;Ann; Bo\n', [[3, 'row']]],
    ['a comma without quotes', 'Order,Members\nA,"x,y"\nB,Ann, Bo\n', [[3, 'row']]],
    ['a row that is cut off', 'Order,Name,Type\nA,T\n', [[2, 'row']]],
    ['a negative number', 'Order,Number of Misses\nA,-1\n', [[2, 'Number of Misses']]],
    ['a fraction', 'Order,Day Number\nA,1.5\n', [[2, 'Day Number']]],
    ['a number in words', 'Order,Night Number\nA,two\n', [[2, 'Night Number']]],
    ['a number too high', 'Order,Night Number\nA,99999999999\n', [[2, 'Night Number']]],
    ['NUL', 'Order,Name\nA,T\0\n', [[2, 'Name']]],
    ['a control character', 'Order,Name\nA,\u001b[31m\n', [[2, 'Name']]],
    ['text that is turned around', 'Order,Members\nA,Ann Lee\nB,Bo \u202emiK\n', [[3, 'Members']]],
    ['a filler', 'Order,Name\nA,\u3164\n', [[2, 'Name']]],
    ['a separator of lines', 'Order,Captain Name\nA,Ann\u2028Lee\n', [[2, 'Captain Name']]],
    ['half a letter', 'Order,Name\nA,\ud800\n', [[2, 'Name']]],
    ['letters lost by a wrong encoding', 'Order,Members\nA,Jos\ufffd\n', [[2, 'Members']]],
    ['an id too long', `id,Order\n${'x'.repeat(201)},A\n`, [[2, 'id']]],
    ['an unprintable id', 'id,Order\na\u200bb,A\n', [[2, 'id']]],
    [
      'more members than one Make can store',
      `Order,Members\nA,"${'Ann Lee , '.repeat(443)}${'x'.repeat(13)}"\nB,"${'Ann Lee, '.repeat(443)}${'x'.repeat(14)}"\n`,
      [[3, 'Members']],
    ],
    [
      'a text longer than any real one',
      `Order,Name\nA,${'x'.repeat(200)}\nB,${'x'.repeat(201)}\n`,
      [[3, 'Name']],
    ],
    [
      'a list longer than any real one',
      `Order,netIDs\nA,${'x'.repeat(4000)}\nB,${'x'.repeat(4001)}\n`,
      [[3, 'netIDs']],
    ],
    [
      'blanks without an end',
      `Order,Type,Members\nA,${' '.repeat(201)},\nB,,${' '.repeat(8001)}\n`,
      [
        [2, 'Type'],
        [3, 'Members'],
      ],
    ],
    ['an id twice', 'id,Order\nx,A\ny,B\nx,C\n', [[4, 'id']]],
    ['order and name twice', 'Order,Name\nA,T\nB,T\n"A ",T\n', [[4, 'Order']]],
    ['order and name twice, one with an id', 'id,Order\nx,A\n,A\n', [[3, 'Order']]],
  ])('refuses %s, by line and column', (_what, text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })

  it('reports every bad row, counting the lines of multi-line cells', () => {
    const text =
      'Order,Name,Day Number,Night Number\r\nA,"T\r\n\r\nu",x,y\r\nB,U,1,2\r\n\r\nC,V,z,1\r\n'
    expect(problemsOf(text)).toEqual([
      [2, 'Day Number'],
      [2, 'Night Number'],
      [7, 'Day Number'],
    ])
  })

  it('refuses more tents than a check takes', () => {
    const tents = (count: number) =>
      `Order\n${Array.from({ length: count }, (_, index) => `${index}\n`).join('')}`
    expect(rowsOf(tents(5000))).toHaveLength(5000)
    expect(problemsOf(tents(5001))).toEqual([[1, 'file']])
  })

  it('stops reading soon after as many tents as there may be', () => {
    expect(problemsOf(`Order,Name\n${'A,T\n'.repeat(10_000)}"`)).toEqual([[1, 'file']])
    expect(rowsOf(`Order\nA\n${',\n'.repeat(10_000)}`)).toHaveLength(1)
  })

  it('never echoes what stands in the file', () => {
    const result = parseRosterCsv('Order,Day Number\nA,<script>\n')
    expect(JSON.stringify(result)).not.toContain('script')
  })

  it('lets two tents with an id each have the same order and name', () => {
    expect(rowsOf('id,Order,Name\nx,A,T\ny,A,T\n')).toHaveLength(2)
  })
})

describe('writing a roster', () => {
  const text = fc
    .string({ unit: fc.oneof(fc.constantFrom(',', '"', '\n', '\r', ' ', '=', '\t'), letter()) })
    .filter((value) => !/[\ufffd]/.test(value))
  function letter() {
    return fc.constantFrom('a', 'Z', 'é', 'Μ', '𐐀', '0', '’', ';', '\u200d')
  }
  const count = fc.nat({ max: 1000 })
  const row: fc.Arbitrary<RosterRow> = fc.record({
    id: fc.option(fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/)),
    order: text,
    name: text,
    type: text,
    captain: text,
    captainName: text,
    members: text,
    netIDs: text,
    numberOfMisses: count,
    dayNumber: fc.option(count),
    nightNumber: fc.option(count),
    lastMissLM: text,
    dateOfLastMiss: text,
    lastCheck: text,
    dateOfLastCheck: text,
  })
  const key = (tent: RosterRow) => `${tent.order.trim()}\n${tent.name.trim()}`
  const rows = fc.uniqueArray(row, { selector: key, minLength: 1, maxLength: 8 }).filter((list) => {
    const ids = list.map(({ id }) => id).filter((id) => id !== null)
    return new Set(ids).size === ids.length
  })

  it('puts id first and quotes as RFC 4180 has it', () => {
    const written = writeRosterCsv([
      { ...blankRow, id: 'x', order: 'A', name: 'The "Tent"', members: 'Ann, Bo' },
    ])
    expect(written).toBe(
      'id,Order,Name,Type,Captain,Captain Name,Members,netIDs,Day Number,Night Number,Number of Misses,Last Check,Date of Last Check,Last Miss LM,Date of Last Miss\r\n' +
        'x,A,"The ""Tent""",,,,"Ann, Bo",,,,0,,,,\r\n',
    )
  })

  it('gives the same rows when read again', () => {
    fc.assert(
      fc.property(rows, (list) => {
        expect(rowsOf(writeRosterCsv(list))).toEqual(list)
      }),
    )
  })
})
