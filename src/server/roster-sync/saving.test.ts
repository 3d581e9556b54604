import { describe } from 'vitest'
import { fillAirtable } from '../../../stand-ins/roster.ts'
import { people } from '../../../tests/support/city.ts'
import { allSent, cityTest as it } from '../../../tests/support/city-test.ts'

describe.concurrent('saving the Airtable settings', { timeout: 90_000 }, () => {
  it('says that all is well, and the tents come by themselves', async ({ city, expect }) => {
    const { airtable, save, sync, tents } = city
    fillAirtable(airtable, people)
    const { connection } = await save()
    expect(connection).toEqual({
      works: true,
      text: 'Airtable answers, and every column is there.',
    })
    await expect
      .poll(async () => (await tents()).map(({ name }) => name), allSent)
      .toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await sync()).toMatchObject({ source: 'airtable', failure: null, waiting: 0 })
  })

  it.for([
    ['a wrong key', { apiKey: 'patWrong' }, 'Airtable does not accept the API key.'],
    ['a wrong base', { baseId: 'appOther' }, 'Airtable cannot find this base or table'],
    ['a wrong table', { tableId: 'tblOther' }, 'Airtable cannot find this base or table'],
  ] as const)('keeps %s, and says what is wrong', async ([_, wrong, text], { city, expect }) => {
    const { server, boss, save, pull } = city
    const { connection } = await save(wrong)
    expect(connection.works).toBe(false)
    expect(connection.text).toContain(text)
    expect((await pull()).failure).toContain(text)
    const shown = (await server.ask('/api/airtable-config', { token: boss })).body
    expect(shown['hasApiKey']).toBe(true)
  })

  it.for([
    ['a new key', 'patWrong', undefined],
    ['another table', undefined, 'tblOther'],
  ] as const)(
    'with %s is heard, though a pull with the one before is still under way',
    async ([_, apiKey, tableId], { city, expect }) => {
      const { airtable, server, boss, save, tents, sync } = city
      fillAirtable(airtable, people)
      await save({ ...(apiKey && { apiKey }), ...(tableId && { tableId }) })
      await expect.poll(async () => (await sync()).failure, allSent).not.toBeNull()
      const answer = airtable.hold()
      const before = server.ask('/api/roster/pull', { token: boss, body: {} })
      await expect.poll(airtable.underWay, allSent).toBe(1)
      // Whoever asks from here on is answered.
      airtable.hold()()
      await save()
      await expect.poll(async () => (await tents()).length, allSent).toBe(people.length)
      answer()
      await before
      expect((await sync()).failure).toBeNull()
    },
  )

  it('names the columns that are missing', async ({ city, expect }) => {
    const { airtable, save } = city
    fillAirtable(airtable, people)
    airtable.renameColumn('Captain Name', 'Captain')
    airtable.renameColumn('Members', 'Membres')
    const { connection } = await save()
    expect(connection).toEqual({
      works: true,
      text: 'Airtable answers. The table lacks the columns “Captain Name”, “Members”: was a column renamed?',
    })
  })

  it('refuses a table with none of our columns', async ({ city, expect }) => {
    const { airtable, save, pull } = city
    for (const name of Object.keys(airtable.columns)) airtable.renameColumn(name, `Old ${name}`)
    const { connection } = await save()
    const refused = 'neither a column Order nor a column Name'
    expect(connection.text).toContain(refused)
    // Each request names one that is missing; beside the server's own pull all 13 take seconds.
    expect(airtable.log.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(4)
    expect((await pull()).failure).toContain(refused)
  })

  it('says when Airtable cannot be reached, and saves nonetheless', async ({ city, expect }) => {
    const { airtable, save } = city
    airtable.faults.cutBefore = 1
    expect((await save()).connection.text).toBe('Airtable could not be reached.')
    airtable.faults.cutBefore = 0
    airtable.faults.isDown = true
    expect((await save()).connection.text).toBe('Service temporarily unavailable')
  })

  it('never shows the key, whatever goes wrong', async ({ city, expect }) => {
    const { airtable, save, pull, sync } = city
    for (const fault of ['isDown', 'none'] as const) {
      airtable.faults.isDown = fault === 'isDown'
      const answer = JSON.stringify([await save(), await pull(), await sync()])
      expect(answer).not.toContain(airtable.table.apiKey)
    }
  })
})
