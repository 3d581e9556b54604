import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { pastEcho } from '../support/finger.ts'
import { openDesk } from '../support/marking-phone.ts'
import {
  cards,
  head,
  lines,
  markFirst,
  markTent,
  members,
  waitingLine,
} from '../support/tent-check-page.ts'

const demo = demoForAll()

async function openTentCheck(role: Role, options = phone): Promise<Page> {
  const page = await openPage(demo.browser, options)
  await signIn(page, demo.server.url, demo.server.account(role), '/tent-check')
  return page
}

async function tents(page: Page): Promise<Tent[]> {
  return page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const answer = await fetch('/api/tent-checks', { headers })
    return (await answer.json()) as Tent[]
  })
}

/** Its middle is what a finger there would touch. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

const left = (page: Page, count: number, all = 130) =>
  page.getByText(`${count} of ${all} left`).waitFor({ timeout: 60_000 })

it('runs from start to automatic end: two monitors, a tenter who looks on, a phone offline, a server killed', async () => {
  // Nothing moves: the bar that runs until the end would be drawn for seconds, on three pages.
  const still = { ...phone, reducedMotion: 'reduce' } as const
  const [ann, bo, tenter] = await Promise.all([
    openTentCheck('line monitor', still),
    openTentCheck('super user', still),
    openTentCheck('tenter', still),
  ])
  const desk = await openDesk(demo.server)
  const all = 40
  const before = new Map((await tents(ann)).map((tent) => [tent.id, tent]))

  // Start, on two checker pages.
  await tenter.getByText('No check is in progress.').waitFor()
  await ann.getByRole('button', { name: 'One more' }).click()
  await ann.getByText('130 tents, 2 pages of 65').waitFor()
  await desk.startCheck(all, 2)
  await Promise.all([ann, bo, tenter].map((page) => left(page, 40, all)))
  await tenter.getByText('Running a check needs the line monitor role.').waitFor()
  expect(await tenter.getByRole('button', { name: /Miss|Make/ }).count()).toBe(0)

  // Someone came late: the Duke Card Checker excludes them on every page.
  const [first] = await tents(ann)
  const late = first?.members.split(', ')[4] ?? ''
  await bo.getByRole('tab', { name: 'Duke Card Checker' }).click()
  await bo.getByRole('searchbox', { name: 'Search names' }).fill(late)
  await bo.getByRole('button', { name: late }).first().click()
  await head(cards(ann).first()).click()
  await ann
    .getByRole('button', { name: `${late} excluded` })
    .first()
    .click()
  await ann.getByRole('alert').getByText(`${late} is excluded!`).waitFor()

  // A Make with two members; a Miss that is taken back; a Miss that stays.
  const opener = cards(ann).first()
  await members(opener).nth(1).click()
  await members(opener).nth(2).click()
  await opener.getByText(/^2 .*ticked/).waitFor()
  await markTent(opener, 'Make')
  await expect.poll(() => cards(ann).count()).toBe(19)
  await markTent(cards(ann).first(), 'Miss')
  await lines(ann).last().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => cards(ann).count()).toBe(19)
  await markFirst(ann, 4, (place) => (place % 2 === 0 ? 'Miss' : 'Make'))
  await Promise.all([ann, bo, tenter].map((page) => left(page, 35, all)))

  // The second monitor is offline for a while: marks wait, and are sent when the network is back.
  await bo.getByRole('tab', { name: 'Page 2' }).click()
  await bo.context().setOffline(true)
  await markFirst(bo, 5, () => 'Make')
  await bo.getByText('Offline · 5').waitFor()
  await markFirst(ann, 4, () => 'Miss')
  await left(ann, 31, all)
  await bo.context().setOffline(false)
  await Promise.all([ann, bo, tenter].map((page) => left(page, 26, all)))

  // The server is killed in the middle of marking, and comes back.
  await Promise.all([markFirst(ann, 3, () => 'Miss'), markFirst(bo, 3, () => 'Miss')])
  await demo.server.kill('SIGKILL')
  await ann.getByText('Reconnecting').waitFor()
  await markFirst(ann, 2, () => 'Make')
  await waitingLine(ann).waitFor()
  await demo.server.startAgain()
  await Promise.all([ann, bo, tenter].map((page) => left(page, 18, all)))

  // The rest, both pages at once, with a reload in between: the page one left is still chosen.
  await bo.reload()
  await left(bo, 18, all)
  expect(await bo.getByRole('tab', { selected: true }).innerText()).toContain('Page 2')
  const ending = Promise.all(
    [ann, bo, tenter].flatMap((page) => [
      page.getByText('No more tents — ending check now...').waitFor({ timeout: 60_000 }),
      page.getByText('Check ended!').waitFor({ timeout: 60_000 }),
    ]),
  )
  const [annsPage, bosPage] = [await cards(ann).count(), await cards(bo).count()]
  expect(annsPage + bosPage).toBe(18)
  await Promise.all([
    markFirst(ann, annsPage, (place) => (place % 3 === 0 ? 'Miss' : 'Make')),
    markFirst(bo, bosPage, (place) => (place % 3 === 0 ? 'Miss' : 'Make')),
  ])
  await ending
  await ann.getByText('No check is in progress').waitFor()
  await tenter.getByText('No check is in progress.').waitFor()

  // Every tent has one mark: a Miss added exactly one, a Make says who was there.
  const after = await tents(ann)
  for (const tent of after.slice(0, all)) {
    const misses = (tent.numberOfMisses ?? 0) - (before.get(tent.id)?.numberOfMisses ?? 0)
    const isMade = tent.dateOfLastCheck !== before.get(tent.id)?.dateOfLastCheck
    expect([tent.order, misses + (isMade ? 1 : 0)]).toEqual([tent.order, 1])
  }
  expect(after[0]?.lastCheck.split(', ')).toHaveLength(2)
}, 300_000)

it('on a small phone shows the tab of the page one is at, and moves no name under a tapping thumb', async () => {
  const desk = await openDesk(demo.server)
  await desk.startCheck(24, 20)
  const page = await openTentCheck('line monitor')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
  await page.reload()
  const tab = page.getByRole('tab', { selected: true })
  await tab.waitFor()
  const seen = await tab.boundingBox()
  expect(seen?.x).toBeGreaterThanOrEqual(0)
  expect((seen?.x ?? 0) + (seen?.width ?? 0)).toBeLessThanOrEqual(320)

  // As in a browser that does not hold on to what one looks at.
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = 'none'
  })
  const names = page.getByRole('region', { name: 'A', exact: true }).getByRole('button')
  const place = () =>
    names.nth(3).evaluate((name) => Math.round(name.getBoundingClientRect().top + scrollY))
  const before = await place()
  for (const count of [1, 2, 3]) {
    await names.nth(count - 1).click()
    await page.getByRole('status').getByText(`${count} of`).waitFor()
    expect(await place()).toBe(before)
  }
  const excluded = page.getByRole('region', { name: 'Excluded' }).getByRole('button')
  // Who excluded them is asked for a moment later.
  for (const name of await excluded.all()) await name.getByText(/ by .+/).waitFor()
  expect(await place()).toBe(before)
  await page.getByRole('link', { name: 'See them' }).click()
  await expect.poll(() => excluded.first().isVisible()).toBe(true)
  expect(await excluded.count()).toBe(3)
  await desk.cancelCheck()
  await page.context().close()
}, 120_000)

it('another page, and what a search finds, begin at their top; a closed check goes on where it was', async () => {
  const page = await openTentCheck('line monitor')
  await page.getByLabel('Number of checkers').fill('3')
  const goFarDown = () => page.evaluate(() => scrollTo(0, 2000))
  const isFirstInSight = () => head(cards(page).first()).evaluate(isInSight)
  await goFarDown()
  await page.getByRole('button', { name: 'Start Check' }).click()
  await expect.poll(isFirstInSight).toBe(true)
  await goFarDown()
  await page.getByRole('tab').nth(1).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(200)
  // Nothing covers the first tent, such as what is told of a name just excluded.
  const panel = page.getByRole('tabpanel', { name: 'Page 1' })
  for (const [nth, size] of [phone.viewport, laptop.viewport].entries()) {
    if (size) await page.setViewportSize(size)
    await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
    await page.getByRole('region', { name: 'A', exact: true }).getByRole('button').nth(nth).click()
    await page.getByRole('alert').getByText('is excluded').waitFor()
    await page.getByRole('tab', { name: 'Page 1' }).click()
    await panel.waitFor()
    expect(await isFirstInSight()).toBe(true)
  }
  await goFarDown()
  await page.getByRole('searchbox').fill('ZZZ')
  await expect
    .poll(async () => (await page.getByText('No tent matches “ZZZ”.').boundingBox())?.y ?? -1)
    .toBeGreaterThan(0)
  // Gone on with, it is said no more that it is over; one is where one was in it.
  await page.getByRole('tab', { name: 'Still out' }).click()
  await page.getByRole('button', { name: 'Cancel Check' }).click()
  await page.getByRole('button', { name: 'Cancel the check' }).click()
  const isOver = page.getByText('Check canceled.')
  await isOver.waitFor()
  const goOn = page.getByRole('button', { name: 'Go on with it' })
  await goOn.waitFor()
  await pastEcho(page)
  await goOn.click()
  await page.getByRole('tabpanel', { name: 'Still out' }).waitFor()
  expect(await isOver.count()).toBe(0)
  await page.context().close()
}, 120_000)
