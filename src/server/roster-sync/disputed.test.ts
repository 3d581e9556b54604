import { expect, it, onTestFinished } from 'vitest'
import { startCity } from '../../../tests/support/city.ts'
import { allSent } from '../../../tests/support/city-test.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { dayMs } from '../../shared/durations.ts'

it('a Miss that Airtable has is disputed and taken away the next day, and the Make since stays', {
  timeout: 120_000,
}, async () => {
  // The clock goes on by itself: what waits for Airtable waits by it.
  const began = performance.now()
  let skippedMs = Date.parse('2026-01-19T03:04:00Z')
  const city = await startCity({ now: () => new Date(skippedMs + performance.now() - began) })
  onTestFinished(city.close)
  const nextDay = () => {
    skippedMs += dayMs
  }
  const { airtable, server, sync } = city
  const boss = server.withToken(city.boss)
  const al = server.withToken(await server.signIn('al1', { firstName: 'Al' }))
  const [alpha = ''] = await city.connect([
    rosterRow({ order: 'A', name: 'Alpha', members: 'Ada One, Al Two', netIDs: 'ao1, al1' }),
    rosterRow({ order: 'B', name: 'Beta', members: 'Bo One' }),
  ])
  const sent = () => expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
  const cells = () => {
    const { 'Number of Misses': misses, 'Last Miss LM': who, ...more } = airtable.cells(alpha)
    return [misses, who || '', more['Date of Last Miss'] || '', more['Last Check'] || '']
  }
  const record = () => al.call('tentRecord', undefined, { params: { id: alpha } })

  const checkId = await city.startCheck()
  await city.miss(alpha)
  await city.endCheck()
  await sent()
  expect(cells()).toEqual([1, 'Harper', expect.stringMatching(/^1\/18\/2026/), ''])

  nextDay()
  const { id } = await al.call('fileDispute', { checkId, text: 'Two of us stood by it.' })
  await city.startCheck()
  await city.make(alpha, 'Al Two')
  await city.endCheck()
  await sent()
  expect((await record()).standing.misses).toBe(1)

  nextDay()
  const answer = { outcome: 'vacated', text: 'The photo shows it.' } as const
  await boss.call('answerDispute', answer, { params: { id } })
  await sent()
  expect(cells()).toEqual([0, '', '', 'Al Two'])
  expect((await city.tents())[0]).toMatchObject({
    numberOfMisses: 0,
    lastMissLM: '',
    dateOfLastMiss: '',
    lastCheck: 'Al Two',
    dateOfLastCheck: expect.stringMatching(/^1\/19\/2026/),
  })
  const { standing, checks } = await record()
  expect(standing.misses).toBe(0)
  expect(checks.map(({ outcome }) => outcome)).toEqual(['make', 'none'])
  expect(checks[1]?.corrections).toMatchObject([
    { outcome: 'none', at: expect.stringMatching(/^2026-01-21/), reason: answer.text },
  ])
  const whole = await boss.call('getCheck', undefined, { params: { id: checkId } })
  expect(whole).toMatchObject({ makes: 0, misses: 0, unmarked: 2, corrected: 1 })
  expect(whole.tents[0]).toMatchObject({ outcome: 'none', by: { netID: 'boss' } })
  const audited = (await boss.call('audit')).map(({ kind }) => kind)
  expect(audited.slice(0, 2).sort()).toEqual(['disputeAnswered', 'tentCorrected'])
})
