import { randomUUID } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { oddRows, refusal, tentRow } from '../../../tests/support/check-night.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'
import { answeredOrWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'
import type { RosterRow } from '../tents/roster-row.ts'

eachNight(oddRows)

const lena = () => night.as('lena')
/** The same roster with another tent in the place of tA. */
const load = (tent: RosterRow) =>
  night.importRows([tent, ...oddRows.filter(({ id }) => id !== 'tA')], false)
const idsOf = async (tentId: string) => (await night.tent(tentId)).people?.map(({ id }) => id) ?? []
const lastData = async () => (await night.ledger()).at(-1)?.['data']

describe('a Make by the ids of members', () => {
  it('keeps which of two of one name was there, whatever the names say', async () => {
    await load(tentRow('tA', 'Kim Lee, Bo Chen, Kim Lee', { numberOfMisses: 1 }))
    const [first = '', bo = '', second = ''] = await idsOf('tA')
    const note = 'The second Kim, by her card'
    const present = [second.toUpperCase(), bo, second]
    await lena().call('mark', { id: 'tA', lastCheck: 'Kim Lee', present, note })
    expect(await night.tent('tA')).toMatchObject({ lastCheck: 'Bo Chen, Kim Lee' })
    expect(await lastData()).toMatchObject({
      lastCheck: 'Bo Chen, Kim Lee',
      presentIds: [bo, second],
      note,
    })
    expect(JSON.stringify(await lastData())).not.toContain(first)
  })

  it('counts nobody who is excluded, of another tent, or unknown', async () => {
    const [ed = '', flo = ''] = await idsOf('tA')
    const [cy = ''] = await idsOf('tB')
    const page = await night.page('lena')
    await page.timeout(5000).emitWithAck('excludedNamesUpdated', ['Ed Fox'], { base: [] })
    const present = [ed, cy, flo, randomUUID()]
    await lena().call('mark', { id: 'tA', lastCheck: 'Ed Fox', present })
    expect(await lastData()).toMatchObject({ lastCheck: 'Flo Gray', presentIds: [flo] })
  })

  it('of whom nobody is there says so', async () => {
    const present = [randomUUID(), 'none', 'none']
    await lena().call('mark', { id: 'tA', lastCheck: 'Ed Fox', present })
    expect(await night.tent('tA')).toMatchObject({ lastCheck: 'No members selected' })
    expect(await lastData()).toMatchObject({ presentIds: [] })
  })

  it('is decided anew where the same text has other members by now', async () => {
    // The first mark of a check brings what is known of its tents.
    await lena().call('mark', { id: 't2', misses: 1 })
    await load(tentRow('tA', 'Ed Fox, Ann Lee'))
    await load(tentRow('tA', 'Ed Fox, Flo Gray, Ann Lee'))
    const [, flo = ''] = await idsOf('tA')
    await lena().call('mark', { id: 'tA', lastCheck: 'Flo Gray', present: [flo] })
    expect(await lastData()).toMatchObject({ lastCheck: 'Flo Gray', presentIds: [flo] })
  })

  it.skipIf(inject('postgresUrl') === '')(
    'rests on who is in the tent as it is written, after an import that is under way',
    async () => {
      await lena().call('mark', { id: 't2', misses: 1 })
      const [ed = '', , ann = ''] = await idsOf('tA')
      const rows = oddRows.map((tent) => (tent.id === 'tA' ? { ...tent, members: 'Ed Fox' } : tent))
      const commit = await holdOpen(night.server.db, (tx) =>
        importRoster(systemContext, tx, rows, { results: false }),
      )
      const marked = lena().call('mark', {
        id: 'tA',
        lastCheck: 'Ed Fox, Ann Lee',
        present: [ed, ann],
      })
      await answeredOrWaiting(night.server.db, marked)
      await commit()
      await marked
      expect(await lastData()).toMatchObject({ lastCheck: 'Ed Fox', presentIds: [ed] })
    },
  )

  it('that is late keeps those who were in the tent at the start, and still are', async () => {
    const [ed = '', , ann = ''] = await idsOf('tA')
    await lena().call('endCheck', {})
    await load(tentRow('tA', 'Mallory, Ann Lee, Ed Fox'))
    const present = await idsOf('tA')
    const body = { id: 'tA', lastCheck: 'Mallory', present, note: 'Late', checkId }
    expect(await lena().refusal('mark', body)).toEqual([409, 'otherCheck'])
    expect(await lastData()).toMatchObject({
      lastCheck: 'Ann Lee, Ed Fox',
      presentIds: [ann, ed],
      note: 'Late',
    })
  })

  it.each([
    ['201 ids', { present: Array.from({ length: 201 }, () => randomUUID()) }, 'longer than 200'],
    ['ids in a text', { present: randomUUID() }, 'must be of type array'],
    ['a note of 201 characters', { note: 'x'.repeat(201) }, 'longer than 200'],
    ['a note that is a list', { note: ['x'] }, 'must be of type string'],
  ])('is refused with %s, and changes nothing', async (_, more, why) => {
    const before = await night.tent('tA')
    const answer = await night.make('tA', 'Ed Fox', 'lena', more)
    expect(refusal(answer)).toEqual([400, 'badRequest'])
    const [field] = Object.keys(more)
    expect(answer.body.error).toMatch(new RegExp(`^${field} is not valid: it.* ${why}`))
    expect([await night.tent('tA'), (await night.ledger()).length]).toEqual([before, 1])
  })
})
