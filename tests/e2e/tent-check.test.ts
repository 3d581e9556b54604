import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { openPage, phone, signIn, withWorker } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { openDesk } from '../support/marking-phone.ts'
import {
  cards,
  head,
  lines,
  markFirst,
  markTent,
  members,
  readConflict,
  savedLine,
  waitingLine,
} from '../support/tent-check-page.ts'

const demo = demoForAll()

async function openTentCheck(role: Role): Promise<Page> {
  const page = await openPage(demo.browser, { ...phone, ...withWorker })
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

const left = (page: Page, count: number, all = 130) =>
  page.getByText(`${count} of ${all} left`).waitFor({ timeout: 60_000 })

it('runs from start to automatic end: two monitors, a tenter who looks on, a phone offline, a server killed', async () => {
  const [ann, bo, tenter] = await Promise.all([
    openTentCheck('line monitor'),
    openTentCheck('super user'),
    openTentCheck('tenter'),
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
  await tenter.getByText('Running a check takes the line monitor role.').waitFor()
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

it('a start while another check is on alerts "A check is already in progress."', async () => {
  const page = await openTentCheck('line monitor')
  await page.route('**/api/start-check', async (route) => {
    await route.fetch()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Start Check' }).click()
  await page.getByRole('alert').getByText('A check is already in progress.').waitFor()
  await page.getByRole('button', { name: 'Cancel Check' }).click()
  await page.getByRole('button', { name: 'Cancel the check' }).click()
  await page.getByRole('alert').getByText('Check canceled.').waitFor()
  await page.getByText('No check is in progress').waitFor()
}, 120_000)

it('a mark that a colleague made otherwise comes back with the reason until it is read', async () => {
  const [ann, bo] = await Promise.all([openTentCheck('line monitor'), openTentCheck('super user')])
  await ann.getByRole('button', { name: 'Start Check' }).click()
  await Promise.all([left(ann, 130), left(bo, 130)])
  await bo.context().setOffline(true)
  await markTent(cards(bo).first(), 'Miss')
  await bo.getByText('Offline · 1').waitFor()
  await markTent(cards(ann).first(), 'Make')
  await savedLine(ann).waitFor()
  await bo.context().setOffline(false)
  await bo.getByText('Needs you: your Miss for').waitFor()
  await bo.reload()
  await bo.getByRole('button', { name: '1 needs you' }).click()
  await bo.getByText('Morgan’s, it stands').waitFor()
  await bo.getByRole('button', { name: 'Leave the Make' }).click()
  await bo.getByText('Needs you').waitFor({ state: 'detached' })
  await ann.getByRole('button', { name: 'Cancel Check' }).click()
  await ann.getByRole('button', { name: 'Cancel the check' }).click()
  await ann.getByText('No check is in progress').waitFor()
}, 120_000)

it('a check that was started, or cancelled, here is seen here even without a live connection', async () => {
  const page = await openPage(demo.browser)
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close())
  await signIn(page, demo.server.url, demo.server.account('line monitor'))
  await page.goto(`${demo.server.url}/tent-check`)
  await page.getByRole('button', { name: 'Start Check' }).click()
  await left(page, 130)
  await page.getByText('Reconnecting').waitFor()
  await page.getByRole('button', { name: 'Cancel Check' }).click()
  await page.getByRole('button', { name: 'Cancel the check' }).click()
  await page.getByText('No check is in progress').waitFor()
  await page.context().close()
}, 120_000)

it('a mark refused because its monitor lost the role stays in sight, on every screen, until it is read', async () => {
  const desk = await openDesk(demo.server)
  const { netID } = demo.server.account('line monitor')
  const letMonitor = (value: boolean) =>
    desk.ask('admin/update-role', { netID, field: 'isLineMonitor', value })
  const page = await openTentCheck('line monitor')
  await page.getByRole('button', { name: 'Start Check' }).click()
  await left(page, 130)
  await page.route('**/api/tent-checks/update', (route) => route.abort())
  await markFirst(page, 1, () => 'Miss')
  await page.getByText('Sending 1').waitFor()

  await letMonitor(false)
  await page.getByText('Running a check takes the line monitor role.').waitFor()
  await page.unroute('**/api/tent-checks/update')
  await page.getByText('Needs you: your Miss for').waitFor()
  await page.goto(`${demo.server.url}/profile`)
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const link = page.getByRole('link', { name: '1 mark needs you', exact: true })
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await link.click()
  await page.waitForURL('**/tent-check')
  expect(await menu.getAttribute('aria-expanded')).toBe('false')
  await readConflict(page)
  await page.getByText('Needs you').waitFor({ state: 'detached' })
  await page.goto(`${demo.server.url}/profile`)
  await page.getByRole('heading', { name: 'Hi, Morgan' }).waitFor()
  expect(await page.getByRole('link', { name: /needs? you|waits?/ }).count()).toBe(0)

  await letMonitor(true)
  await desk.cancelCheck()
  await page.context().close()
}, 120_000)

it('a roster that changes during a check leaves the same people chosen', async () => {
  const [ann, boss] = await Promise.all([
    openTentCheck('line monitor'),
    openTentCheck('super user'),
  ])
  await ann.getByRole('button', { name: 'Start Check' }).click()
  await left(ann, 130)
  const opener = cards(ann).first()
  await head(opener).click()
  const people = (await tents(ann))[0]?.people?.slice(0, 2) ?? []
  const names = people.map(({ name }) => name)
  // Two of one name, each with the netID that may be theirs.
  expect(new Set(names).size).toBe(1)
  expect((await members(opener).allInnerTexts()).slice(0, 2)).toEqual(
    people.map(({ name, netID }) => `${name} (netID maybe ${netID})`),
  )
  for (const place of [0, 1]) await members(opener).nth(place).click()
  await opener.getByText(/^2 .*ticked/).waitFor()

  await boss.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    }
    const [tent] = await (await fetch('/api/tent-checks', { headers })).json()
    const members = `Forgotten First, ${tent.members}`
    const csv = `id,Order,Name,Members\n${tent.id},${tent.order},"${tent.name}","${members}"\n`
    const body = JSON.stringify({ csv, results: false })
    const answer = await fetch('/api/roster/import', { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
  })
  await ann.evaluate(() => window.dispatchEvent(new Event('online')))
  await opener.getByRole('button', { name: 'Forgotten First' }).waitFor()
  const chosen = async () =>
    (await opener.getByRole('button', { pressed: true }).allInnerTexts()).sort()
  expect(await chosen()).toEqual([...names].sort())
  await ann.reload()
  await head(opener).click()
  await opener.getByText(/^2 .*ticked/).waitFor()
  expect(await chosen()).toEqual([...names].sort())
  await markTent(opener, 'Make')
  await left(ann, 129)
  await expect.poll(async () => (await tents(ann))[0]?.lastCheck).toBe(names.join(', '))
  await ann.getByRole('button', { name: 'Cancel Check' }).click()
  await ann.getByRole('button', { name: 'Cancel the check' }).click()
  await ann.getByText('No check is in progress').waitFor()
}, 120_000)

it('on a small phone shows the tab of the page one is at, and moves no name under a tapping thumb', async () => {
  const page = await openTentCheck('line monitor')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByLabel('Number of checkers').fill('33')
  await page.getByRole('button', { name: 'Start Check' }).click()
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
  await page.getByRole('button', { name: 'Cancel Check' }).click()
  await page.getByRole('button', { name: 'Cancel the check' }).click()
  await page.getByText('No check is in progress').waitFor()
}, 120_000)

it('another page, and what a search finds, begin at their top; a closed check can still go on later', async () => {
  const page = await openTentCheck('line monitor')
  await page.getByLabel('Number of checkers').fill('3')
  await page.getByRole('button', { name: 'Start Check' }).click()
  await cards(page).first().waitFor()
  const goFarDown = () => page.evaluate(() => scrollTo(0, 2000))
  await goFarDown()
  await page.getByRole('tab').nth(1).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(200)
  await goFarDown()
  await page.getByRole('searchbox').fill('ZZZ')
  await expect
    .poll(async () => (await page.getByText('No tent matches “ZZZ”.').boundingBox())?.y ?? -1)
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel Check' }).click()
  await page.getByRole('button', { name: 'Cancel the check' }).click()
  const goOn = page.getByRole('button', { name: 'Go on with it' })
  await goOn.waitFor()
  await page.getByRole('link', { name: 'The whole record' }).click()
  await page.getByRole('region', { name: 'How it went' }).waitFor()
  await page.goBack()
  await goOn.click()
  // Gone on with, it is said no more that it is over; one is where one was in it.
  await page.getByRole('tab', { name: 'Still out' }).click()
  await page.getByRole('button', { name: 'Cancel Check' }).click()
  await page.getByRole('button', { name: 'Cancel the check' }).click()
  const isOver = page.getByText('Check canceled.')
  await isOver.waitFor()
  await goOn.click()
  await page.getByRole('tabpanel', { name: 'Still out' }).waitFor()
  expect(await isOver.count()).toBe(0)
  await page.context().close()
}, 120_000)
