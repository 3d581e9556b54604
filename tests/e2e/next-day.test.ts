import { afterAll, expect, it } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { closePages, laptop, openPage, phone, sharedChromium } from '../support/chromium.ts'
import { startCity } from '../support/city.ts'
import { stands } from '../support/own-tent.ts'
import { rosterRow } from '../support/roster-row.ts'
import { until } from '../support/until.ts'

afterAll(closePages)

it('a Miss that Airtable has is disputed and taken away the next day, for both sides', async () => {
  const began = performance.now()
  let skippedMs = Date.parse('2026-01-19T03:04:00Z')
  const city = await startCity({
    now: () => new Date(skippedMs + performance.now() - began),
    env: { PAGES_FOLDER: 'dist/web' },
  })
  const nextDay = () => {
    skippedMs += 24 * 3_600_000
  }
  const { airtable, server } = city
  const boss = server.withToken(city.boss)
  const token = await server.signIn('al1', { firstName: 'Al' })
  const read = () =>
    server.withToken(token).call('tentRecord', undefined, { params: { id: alpha } })
  const allSent = () => until(async () => (await city.sync()).waiting === 0)
  const cells = () => {
    const { 'Number of Misses': misses, 'Last Miss LM': who, ...more } = airtable.cells(alpha)
    return [misses, who || '', more['Date of Last Miss'] || '', more['Last Check'] || '']
  }
  const browser = await sharedChromium()
  /** A browser of somebody, as their sign-in left it. */
  const open = async (session: string, path: string, device = phone) => {
    const page = await openPage(browser, device)
    await page.goto(`${server.url}/robots.txt`)
    await page.evaluate((given) => localStorage.setItem('token', given), session)
    await page.goto(`${server.url}${path}`)
    return page
  }

  const [alpha = ''] = await city.connect([
    rosterRow({ order: 'A', name: 'Alpha', members: 'Ada One, Al Two', netIDs: 'ao1, al1' }),
    rosterRow({ order: 'B', name: 'Beta', members: 'Bo One' }),
  ])
  const checkId = await city.startCheck()
  await city.miss(alpha)
  await city.endCheck()
  await allSent()
  expect(cells()).toEqual([1, 'Harper', expect.stringMatching(/^1\/18\/2026/), ''])

  nextDay()
  const profile = await open(token, '/profile')
  await stands(profile, 'Last check', 'Miss', '1 of 1 allowed')
  const record = profile.getByRole('region', { name: 'Checks of your tent' })
  await record.getByRole('button', { name: 'Dispute this Miss' }).click()
  const send = profile.getByRole('button', { name: 'Send' })
  await profile.getByLabel('What happened?').fill('No.')
  await send.click()
  await profile.getByText('10 characters or more').waitFor()
  expect(await violationsOf(profile)).toEqual([])
  await profile.getByLabel('What happened?').fill('Two of us stood by it.')
  await send.click()
  await stands(profile, 'Disputed, and not answered yet.')
  await city.startCheck()
  await city.make(alpha, 'Al Two')
  await city.endCheck()
  await stands(profile, 'Last check', 'Make')

  nextDay()
  const desk = await open(city.boss, '/line-monitor-dashboard#disputes', laptop)
  const disputes = desk.getByRole('region', { name: 'Disputes' })
  await disputes.getByText('Two of us stood by it.').waitFor()
  await disputes.getByText('Harper Test marked').waitFor()
  expect(await violationsOf(desk)).toEqual([])
  const reason = 'The photo shows it.'
  await disputes.getByLabel(/^Answer to tent/).fill(reason)
  await disputes.getByRole('button', { name: 'Take the Miss away' }).click()
  await disputes.getByText('The Miss is taken away').waitFor()
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

  // An open page asks every 30 s, and a loaded one at once.
  await profile.reload()
  await stands(profile, 'Last check', 'Make', '0 of 1 allowed')
  await record.getByText('corrected · disputed').click()
  await record.getByText(`corrected to not marked: ${reason}`).waitFor()
  await record.getByText(`The Miss is taken away: ${reason}`).waitFor()
  expect(await violationsOf(profile)).toEqual([])
  const { corrections } = (await read()).checks[1] ?? {}
  expect(corrections).toMatchObject([{ outcome: 'none', at: expect.stringMatching(/^2026-01-21/) }])

  const whole = await boss.call('getCheck', undefined, { params: { id: checkId } })
  expect(whole).toMatchObject({ makes: 0, misses: 0, unmarked: 2, corrected: 1 })
  expect(whole.tents[0]).toMatchObject({ outcome: 'none', by: { netID: 'boss' } })
  expect(
    (await boss.call('audit'))
      .map(({ kind }) => kind)
      .slice(0, 2)
      .sort(),
  ).toEqual(['disputeAnswered', 'tentCorrected'])
  await closePages()
  await city.close()
}, 180_000)
