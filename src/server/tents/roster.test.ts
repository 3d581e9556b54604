import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Answer, startApp, type TestApp } from '../../../tests/support/app.ts'
import { answeredOrWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { refusals } from '../../shared/refusals.ts'
import type { RosterCounts } from '../../shared/tents/contract.ts'
import { rosterText } from '../../shared/tents/roster-text.ts'
import { lockTents } from './store.ts'

let server: TestApp
let boss: string
beforeEach(async () => {
  server = await startApp()
  boss = await server.signIn('boss', { isSuperUser: true })
})
afterEach(() => server.close())

type File = { csv: string; results?: boolean; hash?: unknown }

const preview = (body: File) => server.ask('/api/roster/preview', { token: boss, body })
const load = (body: File) => server.ask('/api/roster/import', { token: boss, body })
const loadDemo = () => server.ask('/api/roster/demo', { token: boss, method: 'POST' })
const download = () => server.ask('/api/roster/export', { token: boss })

const tents = () => server.withToken(boss).call('listTents')

function counts(more: Partial<RosterCounts>): Pick<Answer, 'status'> & { body: RosterCounts } {
  return {
    status: 200,
    body: { added: 0, changed: 0, retired: 0, unchanged: 0, postponed: 0, ...more },
  }
}

const two = 'Name,Order,Members,Number of Misses\nAnts,A,"Ann Lee, Bo Chen",1\nBees,B,Cy Diaz,0\n'

async function configureAirtable(airtableApiKey?: string): Promise<void> {
  const body = { airtableBaseId: 'appA1', airtableTableId: 'tblB2', airtableApiKey }
  const answer = await server.ask('/api/airtable-config', { token: boss, method: 'PUT', body })
  expect(answer.status).toBe(200)
}

describe('the demo season', () => {
  it('brings 130 tents to an empty roster, once', async () => {
    expect(await loadDemo()).toMatchObject(counts({ added: 130 }))
    expect(await tents()).toHaveLength(130)
    expect(await loadDemo()).toMatchObject({
      status: 409,
      body: { code: 'rosterNotEmpty', error: expect.stringContaining('before there are any') },
    })
  })

  it('asked for twice at the same moment comes once', async () => {
    const answers = await Promise.all([loadDemo(), loadDemo(), loadDemo()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await tents()).toHaveLength(130)
  })

  it('never mixes with a real roster', async () => {
    await load({ csv: two })
    expect((await loadDemo()).status).toBe(409)
    expect((await tents()).map(({ name }) => name)).toEqual(['Ants', 'Bees'])
  })
})

describe('a preview of a roster file', () => {
  it('tells what the import then does, and changes nothing', async () => {
    expect(await preview({ csv: two })).toMatchObject(counts({ added: 2 }))
    expect(await tents()).toEqual([])
    expect(await load({ csv: two })).toMatchObject(counts({ added: 2 }))
    const next = 'Name,Order,Members\nAnts,A,Ann Lee\nCats,C,Di Evans\n'
    const expected = counts({ added: 1, changed: 1, retired: 1 })
    expect(await preview({ csv: next })).toMatchObject(expected)
    expect((await tents()).map(({ name }) => name)).toEqual(['Ants', 'Bees'])
    expect(await load({ csv: next })).toMatchObject(expected)
    expect((await tents()).map(({ name }) => name)).toEqual(['Ants', 'Cats'])
  })
})

describe('a roster file as a program for tables saves it', () => {
  const table = 'Order,Name,Members\r\nA,Zoë’s Ants,=SUM(1)\r\n'
  const big = Buffer.from(table, 'utf16le').swap16()
  it.each<[what: string, bytes: Uint8Array]>([
    ['UTF-8', Buffer.from(table)],
    ['UTF-16, little end first', Buffer.from(`\ufeff${table}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['UTF-16 without a mark, little end first', Buffer.from(table, 'utf16le')],
    ['UTF-16 without a mark, big end first', big],
  ])('is imported from %s, with a word about its formula', async (_what, bytes) => {
    const csv = rosterText(bytes, TextDecoder)
    expect((await preview({ csv })).body).toMatchObject({
      warnings: expect.arrayContaining([
        { line: 2, column: 'Members', reason: expect.stringContaining('formula') },
      ]),
    })
    expect(await load({ csv })).toMatchObject(counts({ added: 1 }))
    expect(await tents()).toMatchObject([{ name: 'Zoë’s Ants', members: '=SUM(1)' }])
  })
})

describe('what a preview says beside its counts', () => {
  it('is what becomes of each tent, and what looks wrong', async () => {
    await load({ csv: two })
    const csv = two.replace('Cy Diaz', 'Di Evans').replace(/Ants/, '')
    expect((await preview({ csv })).body).toMatchObject({
      changes: [
        { kind: 'added', order: 'A', name: '' },
        { kind: 'retired', order: 'A', name: 'Ants' },
        { kind: 'changed', fields: [{ column: 'Members', before: 'Cy Diaz', after: 'Di Evans' }] },
      ],
      warnings: expect.arrayContaining([
        { line: 2, column: 'Name', reason: expect.stringContaining('no name') },
        { line: 2, column: 'Name', reason: expect.stringContaining('starts as a new tent') },
      ]),
      warningCount: 8,
    })
  })

  it('names the id of each tent that is here, and of none that is to come', async () => {
    await load({ csv: two })
    const [, bees] = await tents()
    const next = 'Name,Order,Members\nBees,B,Ed Fox\nCats,C,Di Evans\n'
    const { changes } = await server.withToken(boss).call('previewRoster', { csv: next })
    expect(changes.map(({ kind, name, id }) => [kind, name, id])).toEqual([
      ['retired', 'Ants', expect.any(String)],
      ['changed', 'Bees', bees?.id],
      ['added', 'Cats', undefined],
    ])
  })

  it('shows 200 changes and 100 warnings, and counts all', async () => {
    const csv = `Order\n${Array.from({ length: 1000 }, (_, n) => `=${n}\n`).join('')}`
    const { changes, warnings, warningCount } = await server
      .withToken(boss)
      .call('previewRoster', { csv })
    // One for each name that is a formula, and 8 of the file.
    expect([changes.length, warnings.length, warningCount]).toEqual([200, 100, 1008])
  })
})

it('the preview names the tents that would leave the roster, however many others change', async () => {
  const rows = (type: string) => Array.from({ length: 210 }, (_, n) => `${n},T${n},${type}\n`)
  await load({ csv: `Order,Name,Type\n${rows('Blue').join('')}Z,Last,Blue\n` })
  const csv = `Order,Name,Type\n${rows('White').join('')}`
  const { changes } = await server.withToken(boss).call('previewRoster', { csv })
  const named = (kind: string) => changes.filter((one) => one.kind === kind).map(({ name }) => name)
  expect([named('changed').length, named('retired')]).toEqual([200, ['Last']])
})

describe('an import of a roster file', () => {
  it('a second time changes nothing', async () => {
    await load({ csv: two })
    const before = await tents()
    expect(await load({ csv: two })).toMatchObject(counts({ unchanged: 2 }))
    expect(await tents()).toEqual(before)
  })

  it('counts a tent that is brought back as added, and it keeps its id and results', async () => {
    await load({ csv: two })
    const [, bees] = await tents()
    await load({ csv: 'Name,Order\nAnts,A\n' })
    const again = two.replace('Cy Diaz', 'Di Evans')
    expect(await load({ csv: again })).toMatchObject(counts({ added: 1, changed: 1 }))
    const people = [{ id: expect.any(String), name: 'Di Evans', netID: null }]
    expect((await tents())[1]).toEqual({ ...bees, members: 'Di Evans', people })
  })

  it('leaves misses and dates of known tents alone, unless results are asked for', async () => {
    await load({ csv: two })
    const csv = two.replace('",1', '",7')
    expect(await load({ csv })).toMatchObject(counts({ unchanged: 2 }))
    expect((await tents())[0]?.numberOfMisses).toBe(1)
    expect(await load({ csv, results: true })).toMatchObject(counts({ changed: 1, unchanged: 1 }))
    expect((await tents())[0]?.numberOfMisses).toBe(7)
  })

  it('that was previewed is imported only where it still does the same', async () => {
    const csv = 'Order,Name\nA,Ants\nC,Cats\n'
    await load({ csv: two })
    const { hash } = (await preview({ csv })).body
    await load({ csv: `${two}Dogs,D,,0\n` })
    const refused = { status: 409, body: { code: 'rosterChanged' } }
    expect(await load({ csv, hash })).toMatchObject(refused)
    expect((await tents()).map(({ name }) => name)).toEqual(['Ants', 'Bees', 'Dogs'])
    const again = (await preview({ csv })).body
    expect(await load({ csv, hash: again['hash'] })).toMatchObject(
      counts({ added: 1, changed: 1, retired: 2 }),
    )
  })

  it('that was previewed is not imported over what somebody else changed in the end of a long cell', async () => {
    const withMembers = (last: string) =>
      `Order,Name,Members\nA,Ants,"${'Ann Lee, '.repeat(50)}${last}"\n`
    await load({ csv: withMembers('Bo Chen') })
    const csv = withMembers('Cy Diaz')
    const { hash } = (await preview({ csv })).body
    await load({ csv: withMembers('Di Evans') })
    expect(await load({ csv, hash })).toMatchObject({
      status: 409,
      body: { code: 'rosterChanged' },
    })
  })

  it('during a check changes only texts, and says what waits for its end', async () => {
    await load({ csv: two })
    await startCheck(
      server.withToken(boss),
      (await tents()).map(({ id }) => id),
    )
    const csv = 'Name,Order,Members,Day Number\nAnts,A,Ann Lee,2\nCats,C,Di Evans,1\n'
    const expected = counts({ changed: 1, postponed: 3 })
    expect(await preview({ csv })).toMatchObject(expected)
    expect(await load({ csv })).toMatchObject(expected)
    expect(await tents()).toMatchObject([
      { name: 'Ants', members: 'Ann Lee', dayNumber: null },
      { name: 'Bees' },
    ])
    const { activeTents } = await server.withToken(boss).call('checkStatus')
    expect(activeTents[0]).toMatchObject({ name: 'Ants', members: 'Ann Lee' })
    await server.ask('/api/end-check', { token: boss, method: 'POST' })
    const after = counts({ added: 1, changed: 1, retired: 1 })
    expect(await load({ csv })).toMatchObject(after)
  })
})

describe.each([
  ['preview', preview],
  ['import', load],
])('a roster file that is wrong, at its %s,', (_, send) => {
  const refused = (problems: object[], problemCount = problems.length) => ({
    status: 400,
    body: {
      code: 'rosterRefused',
      error: expect.any(String),
      problems,
      problemCount,
      warnings: expect.any(Array),
      warningCount: expect.any(Number),
    },
  })

  it('is refused whole, with line, column and reason of all that is wrong', async () => {
    const csv = 'Order,Name,Number of Misses\nA,Ants,0\nB,Bees,many\nC,Cats\n'
    expect(await send({ csv })).toMatchObject(
      refused([
        { line: 3, column: 'Number of Misses', reason: expect.stringContaining('whole number') },
        { line: 4, column: 'row', reason: expect.stringContaining('2 cells') },
      ]),
    )
    expect(await tents()).toEqual([])
  })

  it('is refused when it is empty, has no tent, is no table or breaks off', async () => {
    for (const csv of ['', 'Order,Name\n', '<!doctype html>', 'Order,Name\nA,"Ants\n']) {
      expect(await send({ csv })).toMatchObject(
        refused([{ line: expect.any(Number), column: 'file', reason: expect.any(String) }]),
      )
    }
  })

  it('of an odd kind is refused with what to do, and changes nothing', async () => {
    const read = (bytes: Uint8Array) => rosterText(bytes, TextDecoder)
    const kinds: [csv: string, reason: string][] = [
      [read(Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0', 'latin1')), 'as CSV'],
      [read(Buffer.from('Order,Name\nA,An\0ts\n')), 'Save the file as UTF-8'],
      [read(Buffer.from('Order,Name\nA,Ants\nB,"Bees\n')), 'never closed'],
      [`Order,Name\n${Array.from({ length: 10_000 }, (_, n) => `${n},T\n`).join('')}`, '5,000'],
    ]
    for (const [csv, reason] of kinds) {
      const answer = await send({ csv })
      expect(answer).toMatchObject({ status: 400, body: { code: 'rosterRefused' } })
      expect(JSON.stringify(answer.body)).toContain(reason)
    }
    const tooLarge = { code: 'rosterTooLarge', error: refusals.rosterTooLarge[1] }
    const answer = await send({ csv: `Order,Name\n${'A,Ants\n'.repeat(3_000_000)}` })
    expect(answer).toMatchObject({ status: 413, body: tooLarge })
    expect(await tents()).toEqual([])
  })

  it('names the line of a row that could be two tents', async () => {
    const twins = 'id,Order,Name\none,A,Ants\ntwo,A,Ants\n'
    expect((await load({ csv: twins })).status).toBe(200)
    expect(await send({ csv: 'Order,Name\n\nA,Ants\n' })).toMatchObject(
      refused([{ line: 3, column: 'id', reason: expect.stringContaining('Add their ids') }]),
    )
  })

  it('in very many lines shows the first hundred problems', async () => {
    const csv = `Order,Day Number\n${'A,x\n'.repeat(500)}`
    const answer = await send({ csv })
    expect(answer.body['problems']).toHaveLength(100)
    // 500 wrong numbers, and 499 lines that repeat the first one.
    expect(answer.body['problemCount']).toBe(999)
  })
})

describe('the download of the roster', () => {
  it('is a file of comma-separated values with every tent, its id first', async () => {
    await load({ csv: two })
    const answer = await download()
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="roster.csv"')
    const [header, ants] = String(answer.body).split('\r\n')
    expect(header).toMatch(/^id,Order,Name,Type,Captain,Captain Name,Members,netIDs,Day Number,/)
    expect(ants).toContain('A,Ants,,,,"Ann Lee, Bo Chen",')
  })

  it('imported again changes nothing, even of the demo season with its results', async () => {
    await loadDemo()
    const before = await tents()
    const csv = String((await download()).body)
    const file = { csv, results: true }
    expect(await load(file)).toMatchObject(counts({ unchanged: 130 }))
    expect(await tents()).toEqual(before)
  })
})

describe('while the tents come from Airtable', () => {
  it('nothing is imported, and the refusal says why', async () => {
    await load({ csv: two })
    await configureAirtable('patKey12345')
    for (const answer of [await preview({ csv: two }), await load({ csv: '' }), await loadDemo()]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'rosterFromAirtable', error: expect.stringContaining('Airtable') },
      })
    }
    expect(await tents()).toHaveLength(2)
    expect((await download()).status).toBe(200)
  })

  it.skipIf(inject('postgresUrl') === '').each([
    ['a file is imported', () => load({ csv: two })],
    ['the demo season is loaded', loadDemo],
    [
      'a tent is added by hand',
      () => {
        const edits = [{ id: null, fields: { order: 'A' } }]
        return server.ask('/api/roster/edit', { token: boss, body: { edits } })
      },
    ],
  ] as const)('it is so from the moment at which %s', async (_, change) => {
    const release = await holdOpen(server.db, lockTents)
    const changed = change()
    await answeredOrWaiting(server.db, changed)
    await configureAirtable('patKey12345')
    await release()
    expect(await changed).toMatchObject({ status: 409, body: { code: 'rosterFromAirtable' } })
  })

  it('is not so before an API key is saved', async () => {
    await configureAirtable()
    expect((await load({ csv: two })).status).toBe(200)
  })
})
