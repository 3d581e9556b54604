import { expect, it } from 'vitest'
import { startCity } from '../support/city.ts'
import { rosterRow } from '../support/roster-row.ts'
import { until } from '../support/until.ts'

it('a Miss that Airtable has is disputed and taken away the next day, for both sides', async () => {
  const began = performance.now()
  let skippedMs = Date.parse('2026-01-19T03:04:00Z')
  const city = await startCity({ now: () => new Date(skippedMs + performance.now() - began) })
  const nextDay = () => {
    skippedMs += 24 * 3_600_000
  }
  const { airtable, server } = city
  const boss = server.withToken(city.boss)
  const member = server.withToken(await server.signIn('al1', { firstName: 'Al' }))
  const allSent = () => until(async () => (await city.sync()).waiting === 0)
  const cells = () => {
    const { 'Number of Misses': misses, 'Last Miss LM': who, ...more } = airtable.cells(alpha)
    return [misses, who || '', more['Date of Last Miss'] || '', more['Last Check'] || '']
  }
  const ownTent = async () => (await member.call('now')).tent
  const record = () => member.call('tentRecord', undefined, { params: { id: alpha } })

  const [alpha = ''] = await city.connect([
    rosterRow({ order: 'A', name: 'Alpha', members: 'Ada One, Al Two', netIDs: 'ao1, al1' }),
    rosterRow({ order: 'B', name: 'Beta', members: 'Bo One' }),
  ])
  const checkId = await city.startCheck()
  await city.miss(alpha)
  await city.endCheck()
  await allSent()
  expect(cells()).toEqual([1, 'Harper', expect.stringMatching(/^1\/18\/2026/), ''])
  expect(await ownTent()).toMatchObject({ status: 'miss', misses: { standing: 1 } })

  nextDay()
  const [missed] = (await record()).checks
  expect(missed).toMatchObject({ outcome: 'miss', by: 'Harper', corrections: [] })
  expect(missed?.disputableUntil?.slice(0, 13)).toBe('2026-01-22T03')
  const { id } = await member.call('fileDispute', { checkId, text: 'Two of us stood by it.' })
  expect((await boss.call('listDisputes')).disputes).toMatchObject([
    { id, checkId, order: 'A', by: { netID: 'al1', name: 'Al Test' }, answer: null },
  ])
  await city.startCheck()
  await city.make(alpha, 'Al Two')
  await city.endCheck()

  nextDay()
  const reason = 'The photo shows it.'
  await boss.call('answerDispute', { outcome: 'vacated', text: reason }, { params: { id } })
  await allSent()
  // The Miss is gone there and here; the Make of the day between stays.
  expect(cells()).toEqual([0, '', '', 'Al Two'])
  expect((await city.tents())[0]).toMatchObject({
    numberOfMisses: 0,
    lastMissLM: '',
    dateOfLastMiss: '',
    lastCheck: 'Al Two',
    dateOfLastCheck: expect.stringMatching(/^1\/19\/2026/),
  })

  expect(await ownTent()).toMatchObject({ status: 'make', misses: { standing: 0 } })
  const seen = await record()
  expect(seen.checks.map(({ outcome }) => outcome)).toEqual(['make', 'none'])
  expect(seen.checks[1]?.corrections).toMatchObject([{ outcome: 'none', reason }])
  expect(seen.checks[1]?.corrections[0]?.at.slice(0, 13)).toBe('2026-01-21T03')
  expect((await member.call('listDisputes')).disputes).toMatchObject([
    { by: { netID: null }, answer: { outcome: 'vacated', text: reason, by: { netID: null } } },
  ])

  const whole = await boss.call('getCheck', undefined, { params: { id: checkId } })
  expect(whole).toMatchObject({ makes: 0, misses: 0, unmarked: 2, corrected: 1 })
  expect(whole.tents[0]).toMatchObject({ outcome: 'none', by: { netID: 'boss' } })
  expect((await boss.call('listDisputes')).disputes).toMatchObject([
    { answer: { outcome: 'vacated', by: { netID: 'boss', name: 'Harper Test' } } },
  ])
  expect(
    (await boss.call('audit'))
      .map(({ kind }) => kind)
      .slice(0, 2)
      .sort(),
  ).toEqual(['disputeAnswered', 'tentCorrected'])
  await city.close()
})
