import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import type { Season } from '../../src/shared/season/contract.ts'
import { complaintsOf, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { card, cards, head, lines, markTent, members } from '../support/tent-check-page.ts'

const demo = demoForAll()
afterEach(async () => (await openDesk(demo.server)).cancelCheck())

async function openTentCheck(role: Role): Promise<Page> {
  const page = await openPage(demo.browser)
  await signIn(page, demo.server.url, demo.server.account(role))
  await page.goto(`${demo.server.url}/tent-check`)
  return page
}

/** Every tent must show 2 now, and absent ones are called twice. */
const saveSeason = (desk: Desk, change: Partial<Season> = {}) =>
  desk.mustShow(2, { calls: 2, closingMinutes: 2, ...change })

const left = (page: Page, count: number) =>
  page.getByText(new RegExp(`^${count} of \\d+ left`)).waitFor()

it('a mark is taken back by who made it and by a super user, and everyone sees where they are', async () => {
  const desk = await openDesk(demo.server)
  await saveSeason(desk)
  const [ann, boss] = await Promise.all([
    openTentCheck('line monitor'),
    openTentCheck('super user'),
  ])
  const [first = '', second = '', third = ''] = await desk.startCheck(8, 2)
  await Promise.all([left(ann, 8), left(boss, 8)])

  // Who is where, by name to a screen reader.
  await boss.getByRole('tab', { name: /^Page 1.*Morgan .*is here/ }).waitFor()
  await ann.getByRole('tab', { name: 'Page 2' }).click()
  await boss.getByRole('tab', { name: /^Page 2.*Morgan .*is here/ }).waitFor()
  await ann.getByRole('tab', { name: 'Page 1' }).click()

  // A Make of as many as it needs.
  const opener = cards(ann).first()
  await opener.getByText('2 must show').waitFor()
  await head(opener).click()
  const [name = ''] = (await members(opener).nth(0).innerText()).split(' (')
  for (const place of [0, 1]) await members(opener).nth(place).click()
  await opener.getByText('2 of 2 ticked').waitFor()
  await markTent(opener, 'Make')
  const [order = ''] = first.split(' · ')
  await lines(boss).getByText(`${order} · Make, 2 of 2 by Morgan`).waitFor()

  // Whoever is excluded after it brings it below its number, until they count again.
  await boss.getByRole('tab', { name: /^Duke Card Checker/ }).click()
  const excluding = boss.getByRole('button', { name: new RegExp(`^${name.trim()}`) }).first()
  await excluding.click()
  const below = ann.getByText(`since ${name.trim()} was excluded.`)
  await below.waitFor()
  await excluding.click()
  await below.waitFor({ state: 'detached' })
  await boss.getByRole('tab', { name: /^Page 1/ }).click()

  // The way back gets no answer, and is tried again by itself as the same act.
  const undoIds: string[] = []
  await ann.route('**/api/tent-checks/undo', async (route) => {
    undoIds.push(route.request().postDataJSON().undoId)
    await (undoIds.length === 1 ? route.abort() : route.continue())
  })
  const undo = ann.getByRole('button', { name: `Undo, tent ${first}` })
  expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await undo.click()
  await Promise.all([left(ann, 8), left(boss, 8)])
  expect([undoIds.length, new Set(undoIds).size]).toEqual([2, 1])
  for (const page of [ann, boss]) {
    expect(await cards(page).first().getAttribute('aria-label')).toBe(`Tent ${first}`)
    await expect.poll(() => lines(page).count()).toBe(0)
  }

  // A super user takes anyone's back; a colleague is told whom to ask.
  await markTent(card(ann, second), 'Miss')
  await boss.getByRole('button', { name: `Undo, tent ${second}` }).click()
  await card(ann, second).waitFor()
  await markTent(card(boss, third), 'Miss')
  await lines(ann)
    .getByText(/^Ask \w/)
    .waitFor()
  expect(await ann.getByRole('button', { name: /^Undo/ }).count()).toBe(0)

  expect([ann, boss].flatMap(complaintsOf)).toEqual([])
  await Promise.all([ann, boss].map((page) => page.context().close()))
}, 180_000)

it('absent tents are called and missed together; an ending is taken back', async () => {
  const desk = await openDesk(demo.server)
  await saveSeason(desk)
  const [ann, boss] = await Promise.all([
    openTentCheck('line monitor'),
    openTentCheck('super user'),
  ])
  const [first = '', ...others] = await desk.startCheck(5)
  await Promise.all([left(ann, 5), left(boss, 5)])

  for (const page of [ann, boss]) await page.getByRole('tab', { name: 'Still out' }).click()
  const said = (text: string | RegExp) => boss.getByRole('listitem').filter({ hasText: text })
  await ann.getByRole('button', { name: '1st call', exact: true }).click()
  await said(/^1st call \d+:\d\d [AP]M$/).waitFor()
  await boss.getByRole('button', { name: 'Take back the 1st call' }).click()
  // A second click on the same button within a second would be the first one's echo.
  await ann.waitForTimeout(1250)
  await ann.getByRole('button', { name: '1st call', exact: true }).click()
  await ann.getByRole('button', { name: 'Final call', exact: true }).click()
  for (const page of [ann, boss]) {
    await page
      .getByRole('timer')
      .getByText(/closes in [12]:\d\d/)
      .first()
      .waitFor()
  }

  // All are looked over; the one that comes meanwhile keeps its Make.
  await ann.getByRole('button', { name: 'Mark the remaining 5 as missed' }).click()
  const toMiss = ann.getByRole('list', { name: 'Tents to be missed' }).getByRole('listitem')
  expect(await toMiss.allInnerTexts()).toEqual([first, ...others])
  await boss.getByRole('tab', { name: 'Page 1' }).click()
  await markTent(card(boss, first), 'Make')
  await left(boss, 4)
  await ann.getByRole('button', { name: 'Mark 5 as missed' }).click()
  await ann.getByText('4 tents are marked as missed. 1 was marked meanwhile.').waitFor()
  await Promise.all([ann, boss].map((page) => page.getByText('Check ended!').waitFor()))

  // It is over, so there is grace; the ending was a mistake, says the server no first.
  await ann.getByText(/^There is grace until .*: Tent check\.$/).waitFor()
  await ann.route('**/reopen', (route) =>
    route.fulfill({ status: 409, json: { error: 'Ask a super user.', code: 'tooLate' } }),
  )
  const goOn = (page: Page) => page.getByRole('button', { name: 'Go on with it' })
  await goOn(ann).click()
  await ann.getByRole('alert').getByText('Ask a super user.').waitFor()
  await ann.unroute('**/reopen')
  // Later than what would count as the echo of the first tap.
  await ann.waitForTimeout(1250)
  await goOn(ann).click()
  await Promise.all([left(ann, 0), left(boss, 0)])
  // A page that was opened since asks nobody to end it, however long one looks.
  await boss.reload()
  await left(boss, 0)
  expect(await boss.getByText('No more tents').count()).toBe(0)
  await boss.getByRole('searchbox').fill(first)
  await boss.getByRole('button', { name: `Undo, tent ${first}` }).click()
  await Promise.all([left(ann, 1), left(boss, 1)])
  await ann.getByRole('tab', { name: 'Page 1' }).click()
  await markTent(card(ann, first), 'Miss')
  await Promise.all([ann, boss].map((page) => goOn(page).waitFor()))

  // Off season it is said beside the button, and one tap starts all the same.
  await saveSeason(desk, { inSeason: false })
  await ann.reload()
  await ann.getByText('It is off season.').waitFor()
  await ann.getByRole('button', { name: 'Start Check' }).click()
  await left(ann, 130)
  await Promise.all([ann, boss].map((page) => page.context().close()))
}, 180_000)
