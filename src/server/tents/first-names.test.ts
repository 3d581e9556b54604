import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../tests/support/client.ts'
import { params, type ShiftTent, startShiftTent } from '../../../tests/support/shift-tent.ts'
import { startCheck } from '../../../tests/support/start-check.ts'

let tent: ShiftTent
beforeAll(async () => {
  tent = await startShiftTent()
})
afterAll(() => tent.server.close())

it('that are netIDs, where the campus sends none, are shown to nobody else of the tent', async () => {
  const { server, people, read } = tent
  const { ann, bo, boss } = people
  await server.db.transaction(({ queries }) =>
    queries.execute(
      sql`update users set first_name = net_id, last_name = '' where net_id <> 'al1'`,
    ),
  )
  const monitor = { isLineMonitor: true, firstName: 'lm77' }
  const lead = server.withToken(await server.signIn('lm77', monitor))
  const ownOf = async (who: Client) =>
    (await who.call('listTents')).find(({ id }) => id === params.tentId)

  const seenBy = (await ownOf(ann))?.seenBy
  expect(seenBy?.map(({ name }) => name)).toEqual(['', '', ''])

  await boss.call('saveShiftSettings', { approvesSwaps: true }, { params })
  const log = async (who: Client) => (await read(who)).log.map(({ by }) => by)
  expect(await log(ann)).toEqual([''])
  expect(await log(boss)).toEqual(['boss'])

  const checkId = await startCheck(lead, [params.tentId])
  await lead.call('mark', { id: params.tentId, misses: 1 })
  await lead.call('endCheck', {})
  expect((await ownOf(ann))?.lastMissLM).toBe('')
  expect((await ownOf(lead))?.lastMissLM).toBe('lm77')
  const exported = await boss.call('exportPerson', { netID: 'al1' })
  expect(exported.tents.map(({ lastMissLM }) => lastMissLM)).toEqual([''])

  const text = 'We were all there at the second call.'
  const { id } = await bo.call('fileDispute', { checkId, text })
  const answer = { outcome: 'upheld', text: 'You were not.' } as const
  await boss.call('answerDispute', answer, { params: { id } })
  const names = async (who: Client) =>
    (await who.call('listDisputes')).disputes.map(({ by, answer }) => [by.name, answer?.by.name])
  expect(await names(ann)).toEqual([['', '']])
  expect(await names(bo)).toEqual([['bc2', '']])
})
