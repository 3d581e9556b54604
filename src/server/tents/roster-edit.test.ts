import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import type { RosterEdit } from '../../shared/tents/contract.ts'

let server: TestApp
let boss: string
beforeEach(async () => {
  server = await startApp()
  boss = await server.signIn('boss', { isSuperUser: true })
  const csv =
    'id,Order,Name,Members,Number of Misses\na,A,Ants,"Ann Lee, Bo Chen",1\nb,B,Bees,Cy Diaz,0\n'
  await server.ask('/api/roster/import', { token: boss, body: { csv, results: true } })
})
afterEach(() => server.close())

const edit = (...edits: RosterEdit[]) =>
  server.ask('/api/roster/edit', { token: boss, body: { edits } })

const tents = () => server.withToken(boss).call('listTents')

/** What was done by hand, newest first, without when and who. */
async function recorded() {
  const events = await server.withToken(boss).call('audit')
  return events.flatMap((event) =>
    event.kind === 'tentEdited' ? [[event.tent, event.change, event.columns]] : [],
  )
}

describe('the roster by hand', () => {
  it('changes what was sent and nothing else, and records which columns', async () => {
    const [ants, bees] = await tents()
    const { status, body } = await edit({ id: 'a', fields: { members: 'Ann Lee', dayNumber: 2 } })
    expect([status, body['changes']]).toEqual([
      200,
      [
        {
          kind: 'changed',
          order: 'A',
          name: 'Ants',
          fields: [
            { column: 'Members', before: 'Ann Lee, Bo Chen', after: 'Ann Lee' },
            { column: 'Day Number', before: '', after: '2' },
          ],
        },
      ],
    ])
    const people = ants?.people?.slice(0, 1)
    expect(await tents()).toEqual([{ ...ants, members: 'Ann Lee', dayNumber: 2, people }, bees])
    expect(await recorded()).toEqual([['A Ants', 'changed', ['Members', 'Day Number']]])
  })

  it('does not change what a colleague changed since it was seen, nor any other tent then', async () => {
    await edit({ id: 'b', fields: { order: 'C' } })
    const traded = await edit(
      { id: 'a', was: { order: 'A' }, fields: { order: 'B' } },
      { id: 'b', was: { order: 'B' }, fields: { order: 'A' } },
    )
    expect(traded).toMatchObject({ status: 409, body: { code: 'tentChanged' } })
    expect((await tents()).map(({ order }) => order)).toEqual(['A', 'C'])
    // Of what was not seen, nothing is asked.
    const was = { members: 'Ann Lee, Bo Chen', dayNumber: null }
    const fields = { members: 'Ann Lee', dayNumber: 2 }
    expect((await edit({ id: 'a', was, fields })).status).toBe(200)
    expect((await edit({ id: 'a', was, fields: { ...fields, dayNumber: 3 } })).status).toBe(409)
    expect((await edit({ id: 'a', was, fields: null })).status).toBe(409)
  })

  it('takes the same edits again from whoever got no answer, and changes nothing by them', async () => {
    const members: RosterEdit = {
      id: 'a',
      was: { members: 'Ann Lee, Bo Chen', dayNumber: null },
      fields: { members: 'Ann Lee', dayNumber: 2 },
    }
    const trade: RosterEdit[] = [
      { id: 'a', was: { order: 'A' }, fields: { order: 'B' } },
      { id: 'b', was: { order: 'B' }, fields: { order: 'A' } },
    ]
    for (const edits of [[members], trade]) {
      await edit(...edits)
      const [before, events] = [await tents(), await recorded()]
      expect(await edit(...edits)).toMatchObject({ status: 200, body: { changes: [] } })
      expect([await tents(), await recorded()]).toEqual([before, events])
    }
  })

  it('adds a tent, takes it off, and brings the same one back', async () => {
    const cats = { order: 'C', name: 'Cats' }
    await edit({ id: null, fields: cats })
    const added = (await tents())[2]
    expect(added).toMatchObject(cats)
    await edit({ id: added?.id ?? '', fields: null })
    expect(await tents()).toHaveLength(2)
    await edit({ id: null, fields: { ...cats, type: 'Blue' } })
    expect((await tents())[2]).toEqual({ ...added, type: 'Blue' })
    expect((await recorded()).map(([tent, change]) => [tent, change])).toEqual([
      ['C Cats', 'added'],
      ['C Cats', 'retired'],
      ['C Cats', 'added'],
    ])
  })

  it('brings back the tent that was taken off last, of two of the same order and name', async () => {
    const cats = { order: 'C', name: 'Cats' }
    for (const id of ['a', 'b']) {
      await edit({ id, fields: cats })
      await edit({ id, fields: null })
    }
    expect((await edit({ id: null, fields: cats })).status).toBe(200)
    expect(await tents()).toMatchObject([{ id: 'b' }])
  })

  it('lets two tents trade places', async () => {
    await edit({ id: 'a', fields: { order: 'B' } }, { id: 'b', fields: { order: 'A' } })
    expect((await tents()).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('lets two tents of the same name trade places', async () => {
    await edit({ id: 'b', fields: { name: 'Ants' } })
    const trade = await edit(
      { id: 'a', fields: { order: 'B' } },
      { id: 'b', fields: { order: 'A' } },
    )
    expect(trade.status).toBe(200)
    expect((await tents()).map(({ id }) => id)).toEqual(['b', 'a'])
    const stays: RosterEdit = { id: 'a', fields: { order: 'B', type: 'Blue' } }
    const both = await edit({ id: 'b', fields: { order: 'B' } }, stays)
    expect(both.body.error).toContain('Order: Another tent')
  })

  it('takes edits of several people at the same moment', async () => {
    await Promise.all([
      edit({ id: 'a', fields: { members: 'Ann Lee' } }),
      edit({ id: 'a', fields: { type: 'Blue' } }),
      edit({ id: 'b', fields: { name: 'Wasps' } }),
    ])
    expect(await tents()).toMatchObject([{ members: 'Ann Lee', type: 'Blue' }, { name: 'Wasps' }])
  })

  it('refuses what cannot be, and changes nothing', async () => {
    const refused: [what: string, edits: RosterEdit[], status: number, text: string][] = [
      [
        'what no file may bring',
        [{ id: 'a', fields: { name: 'x\u0001' } }],
        400,
        'Name: There is an invisible',
      ],
      [
        'more members than one Make can store',
        [{ id: 'a', fields: { members: 'x'.repeat(4001) } }],
        400,
        'Members: The members are longer',
      ],
      [
        'a text longer than any real one',
        [{ id: 'a', fields: { type: 'x'.repeat(100_000) } }],
        400,
        'Type: This has over 200 characters. Shorten it.',
      ],
      [
        'a number below 0',
        [{ id: 'a', fields: { dayNumber: -1 } }],
        400,
        'Day Number: This must be a whole number',
      ],
      [
        'the order and name of another tent',
        [{ id: null, fields: { order: 'A ', name: 'Ants' } }],
        400,
        'Order: Another tent',
      ],
      ['neither order nor name', [{ id: null, fields: { order: ' ' } }], 400, 'Name: A tent needs'],
      ['a tent that is not there', [{ id: 'z', fields: { name: 'x' } }], 404, 'no such tent'],
      [
        'all, where one cannot be done',
        [
          { id: 'a', fields: { name: 'x' } },
          { id: 'z', fields: null },
        ],
        404,
        'no such tent',
      ],
    ]
    const before = await tents()
    for (const [what, edits, status, text] of refused) {
      const answer = await edit(...edits)
      const said = [what, status, expect.stringContaining(text)]
      expect([what, answer.status, answer.body.error]).toEqual(said)
      expect(await tents()).toEqual(before)
      expect(await recorded()).toEqual([])
    }
  })

  it('during a check changes texts and nothing else', async () => {
    await startCheck(server.withToken(boss), ['a', 'b'])
    const refused: RosterEdit[] = [
      { id: null, fields: { name: 'Cats' } },
      { id: 'b', fields: null },
      { id: 'a', fields: { name: 'Wasps', dayNumber: 3 } },
    ]
    for (const one of refused) {
      expect(await edit(one)).toMatchObject({ status: 409, body: { code: 'rosterDuringCheck' } })
    }
    expect((await edit({ id: 'a', fields: { members: 'Ann Lee' } })).status).toBe(200)
    expect(await tents()).toMatchObject([{ name: 'Ants', members: 'Ann Lee' }, { name: 'Bees' }])
  })

  it('is refused while the tents come from Airtable', async () => {
    const body = { airtableBaseId: 'appA1', airtableTableId: 'tblB2', airtableApiKey: 'patKey1' }
    await server.ask('/api/airtable-config', { token: boss, method: 'PUT', body })
    expect(await edit({ id: 'a', fields: { name: 'x' } })).toMatchObject({
      status: 409,
      body: { code: 'rosterFromAirtable' },
    })
  })
})
