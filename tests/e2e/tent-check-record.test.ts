import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import { screens } from '../../src/shared/screens.ts'
import { startAirtable } from '../../stand-ins/airtable.ts'
import { fillAirtable } from '../../stand-ins/roster.ts'
import { signInTo } from '../support/calls.ts'
import { openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { DemoServer, Role } from '../support/demo-server.ts'
import { pastEcho } from '../support/finger.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { movesClock, nextDay } from '../support/next-day.ts'
import { stands } from '../support/own-tent.ts'
import {
  card,
  cards,
  head,
  lines,
  markTent,
  members,
  savedLine,
} from '../support/tent-check-page.ts'

const airtable = await startAirtable({ penaltyMs: 1000 })
afterAll(airtable.close)
/** The first tent's is the demo tenter's. */
const rows = fillAirtable(airtable, demoSeason())
const [ownRow = ''] = rows
const settings = { AIRTABLE_API_URL: airtable.url, ...movesClock }
const demo = demoForAll(connectAirtable, 'any', settings)

let desk: Desk
let ann: Page
let boss: Page
let member: Page
beforeAll(async () => {
  // Every tent must show 2 now, and absent ones are called twice.
  await desk.mustShow(2, { calls: 2, closingMinutes: 2 })
  // Another session, which the member's page can end.
  await signInTo(demo.server, demo.server.account('tenter'))
  ;[ann, boss, member] = await Promise.all([
    openAs('line monitor'),
    openAs('super user'),
    openAs('tenter', '/profile'),
  ])
}, 120_000)
beforeEach(() => desk.cancelCheck())

async function connectAirtable(server: DemoServer): Promise<void> {
  const { baseId, tableId, apiKey } = airtable.table
  const body = { airtableBaseId: baseId, airtableTableId: tableId, airtableApiKey: apiKey }
  desk = await openDesk(server)
  await desk.ask('airtable-config', body, 'PUT')
  await desk.ask('roster/pull', {})
}

async function openAs(role: Role, path = '/tent-check'): Promise<Page> {
  const page = await openPage(demo.browser)
  await signIn(page, demo.server.url, demo.server.account(role), path)
  return page
}

/** How many Misses a tent has at Airtable, who gave the last one, and when. */
function missesIn(row: string): [misses: number, by: unknown, at: unknown] {
  const cells = airtable.cells(row)
  return [
    Number(cells['Number of Misses']),
    cells['Last Miss LM'] || '',
    cells['Date of Last Miss'] || '',
  ]
}
const ownMisses = () => missesIn(ownRow)

function rowOf(label: string): string {
  const isIt = (row: string) => {
    const { Order, Name } = airtable.cells(row)
    return `${Order} ${Name}` === label
  }
  return rows.find(isIt) ?? ''
}

const whileOn = 'The check is still on: the Miss counts if it is still there when the check ends.'

const undoOf = (page: Page, label: string) =>
  page.getByRole('button', { name: `Undo, tent ${label}` })

const left = (page: Page, count: number) =>
  page.getByText(new RegExp(`^${count} of \\d+ left`)).waitFor()

it('a mark is taken back by who made it and by a super user, and everyone sees where they are; its tent and Airtable follow', async () => {
  const [first = '', second = '', third = ''] = await desk.startCheck(8, 2)
  await Promise.all([left(ann, 8), left(boss, 8)])

  // A wrong Miss. Airtable is told, while another tent comes.
  const [misses, ...lastMiss] = ownMisses()
  await markTent(card(ann, first), 'Miss')
  await stands(member, 'Live', whileOn)
  // The button that ends another session is large enough for a finger.
  const end = await member.getByRole('button', { name: /^End: / }).boundingBox()
  expect(end?.height).toBeGreaterThanOrEqual(44)

  // A Make of as many as it needs.
  const opener = card(ann, second)
  await opener.getByText('2 must show').waitFor()
  await head(opener).click()
  const [name = ''] = (await members(opener).nth(0).innerText()).split(' (')
  for (const place of [0, 1]) await members(opener).nth(place).click()
  await opener.getByText('2 of 2 ticked').waitFor()
  await markTent(opener, 'Make')
  const [order = ''] = second.split(' ')
  await lines(boss).getByText(`${order} · Make, 2 of 2 by Morgan`).waitFor()

  // Whoever is excluded after it brings it below its number, until they count again.
  await boss.getByRole('tab', { name: /^Duke Card Checker/ }).click()
  const excluding = boss.getByRole('button', { name: new RegExp(`^${name.trim()}`) }).first()
  await excluding.click()
  const below = ann.getByText(`since ${name.trim()} was excluded`)
  await below.waitFor()
  await pastEcho(boss)
  await excluding.click()
  await below.waitFor({ state: 'detached' })
  await boss.getByRole('tab', { name: /^Page 1/ }).click()

  // The undo gets no answer, and is sent again by itself with the same id.
  await expect.poll(ownMisses).toEqual([misses + 1, 'Morgan', expect.stringMatching(/M$/)])
  const undoIds: string[] = []
  await ann.route('**/api/tent-checks/undo', async (route) => {
    undoIds.push(route.request().postDataJSON().undoId)
    await (undoIds.length === 1 ? route.abort() : route.continue())
  })
  const undo = undoOf(ann, first)
  expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await undo.click()
  await Promise.all([left(ann, 7), left(boss, 7), stands(member, 'Live', 'Still out')])
  expect([undoIds.length, new Set(undoIds).size]).toEqual([2, 1])
  for (const page of [ann, boss]) {
    expect(await cards(page).first().getAttribute('aria-label')).toBe(`Tent ${first}`)
    await undoOf(page, first).waitFor({ state: 'detached' })
  }

  // A colleague is told whom to ask.
  await markTent(card(boss, third), 'Miss')
  await lines(ann)
    .getByText(/^Ask \w/)
    .waitFor()
  expect(await undoOf(ann, third).count()).toBe(0)
  // Until they have the right themselves, which shows at once.
  const { netID } = demo.server.account('line monitor')
  const letUndo = (value: boolean) =>
    desk.ask('admin/update-role', { netID, field: 'isSuperUser', value })
  await letUndo(true)
  await undoOf(ann, third).waitFor()
  await letUndo(false)
  await undoOf(ann, third).waitFor({ state: 'detached' })

  // Who is where, by name to a screen reader.
  await boss.getByRole('tab', { name: /^Page 1.*Morgan .*is here/ }).waitFor()
  await ann.getByRole('tab', { name: 'Page 2' }).click()
  await boss.getByRole('tab', { name: /^Page 2.*Morgan .*is here/ }).waitFor()
  await ann.getByRole('tab', { name: 'Page 1' }).click()

  // A super user takes anyone's back. Airtable has the Miss, and what somebody wrote beside it stays.
  await expect.poll(ownMisses).toEqual([misses, ...lastMiss])
  await markTent(card(ann, first), 'Miss')
  await stands(member, 'Live', whileOn)
  await expect.poll(ownMisses).toEqual([misses + 1, 'Morgan', expect.stringMatching(/M$/)])
  airtable.edit(ownRow, { 'Number of Misses': 7, 'Last Miss LM': 'Robin' })
  await undoOf(boss, first).waitFor()
  await pastEcho(boss)
  await undoOf(boss, first).click()
  await Promise.all([card(ann, first).waitFor(), stands(member, 'Live', 'Still out')])
  await expect.poll(ownMisses).toEqual([6, 'Robin', lastMiss[1]])

  // Airtable was away: it never hears of the Miss, and a person's edit stays.
  airtable.faults.isDown = true
  await markTent(card(ann, first), 'Miss')
  await stands(member, 'Live', whileOn)
  airtable.edit(ownRow, { 'Number of Misses': 4, 'Last Miss LM': 'Robin' })
  await undoOf(boss, first).waitFor()
  await pastEcho(boss)
  await undoOf(boss, first).click()
  await Promise.all([card(ann, first).waitFor(), stands(member, 'Live', 'Still out')])
  airtable.faults.isDown = false
  const waiting = async () => (await desk.ask<{ waiting: number }>('roster/sync')).waiting
  // Longer than the server waits after a failure.
  await expect.poll(waiting, { timeout: 45_000 }).toBe(0)
  expect(ownMisses()).toEqual([4, 'Robin', lastMiss[1]])
  await ann.unroute('**/api/tent-checks/undo')
}, 180_000)

it('absent tents are called and missed together; an ending is taken back; a disputed Miss is corrected the next day, and its tent and Airtable follow', async () => {
  const [misses, , lastMissAt] = ownMisses()
  const labels = await desk.startCheck(5)
  const [own = '', late = '', other = ''] = labels
  const otherMisses = missesIn(rowOf(other))
  await Promise.all([left(ann, 5), left(boss, 5)])

  /** Nobody waits for the end that comes by itself. */
  const endNow = async () => {
    for (const page of [ann, boss]) await page.getByText('No more tents').waitFor()
    await desk.ask('end-check', {})
  }

  for (const page of [ann, boss]) await page.getByRole('tab', { name: 'Still out' }).click()
  const said = (text: string | RegExp) => boss.getByRole('listitem').filter({ hasText: text })
  const firstOut = ann.getByRole('list', { name: 'Still out' }).getByRole('button').first()
  const place = () => firstOut.evaluate((tent) => tent.getBoundingClientRect().top + scrollY)
  const before = await place()
  await ann.getByRole('button', { name: '1st call', exact: true }).click()
  await said(/^1st call \d+:\d\d [AP]M( Eastern)?$/).waitFor()
  await boss.getByRole('button', { name: 'Take back the 1st call' }).click()
  await pastEcho(ann)
  await ann.getByRole('button', { name: '1st call', exact: true }).click()
  await ann.getByRole('button', { name: 'Final call', exact: true }).click()
  for (const page of [ann, boss]) {
    await page
      .getByRole('timer')
      .getByText(/closes in [12]:\d\d/)
      .first()
      .waitFor()
  }

  expect(await place()).toBe(before)
  // All are looked over; the one that comes meanwhile keeps its Make.
  await ann.getByRole('button', { name: 'Mark the remaining 5 as missed' }).click()
  const toMiss = ann.getByRole('list', { name: 'Tents to be missed' }).getByRole('listitem')
  expect(await toMiss.allInnerTexts()).toEqual(labels)
  await boss.getByRole('tab', { name: 'Page 1' }).click()
  await markTent(card(boss, late), 'Make')
  await savedLine(boss).waitFor()
  await ann.getByRole('button', { name: 'Mark 5 as missed' }).click()
  // All of them are taken back by one key, before the check ends by itself; and missed again.
  await ann.getByText('4 tents are marked as missed. 1 was marked meanwhile.').waitFor()
  await ann.getByRole('button', { name: 'Undo these 4' }).waitFor()
  expect(await place()).toBe(before)
  await ann.keyboard.press('Tab')
  await ann.keyboard.press('Enter')
  await Promise.all([left(ann, 4), left(boss, 4)])
  await ann.getByRole('button', { name: 'Mark the remaining 4 as missed' }).click()
  await ann.getByText('Then the check ends.').waitFor()
  await ann.getByRole('button', { name: 'Mark 4 as missed' }).click()
  // It is said for some seconds only.
  const isSaid = [ann, boss].map((page) => page.getByText('Check ended!').waitFor())
  await Promise.all([...isSaid, endNow()])

  // The check is over, so there is grace. It ended by mistake; at first reopening it is refused.
  await ann.getByText(/^There is grace until .*: Tent check\.$/).waitFor()
  await ann.route('**/reopen', (route) =>
    route.fulfill({ status: 409, json: { error: 'Ask a super user.', code: 'tooLate' } }),
  )
  const goOn = (page: Page) => page.getByRole('button', { name: 'Go on with it' })
  await goOn(ann).waitFor()
  await pastEcho(ann)
  await goOn(ann).click()
  await ann.getByRole('alert').getByText('Ask a super user.').waitFor()
  await ann.unroute('**/reopen')
  await pastEcho(ann)
  await goOn(ann).click()
  await Promise.all([left(ann, 0), left(boss, 0), stands(member, 'Live', whileOn)])
  // It goes on until a person ends it, also at the pages that saw its last tent marked.
  const noneSaysSo = async () => {
    for (const page of [ann, boss]) expect(await page.getByText('No more tents').count()).toBe(0)
  }
  await noneSaysSo()
  await boss.reload()
  await left(boss, 0)
  await noneSaysSo()
  await boss.getByRole('searchbox').fill(late)
  // What is found alone opens by itself. A tap counts from a second after that: it is repeated.
  const undoIt = boss.getByRole('button', { name: 'Undo it' })
  await undoIt.waitFor()
  await expect
    .poll(async () => {
      await undoIt.evaluateAll(([found]) => found instanceof HTMLElement && found.click())
      return undoIt.count()
    })
    .toBe(0)
  await Promise.all([left(ann, 1), left(boss, 1)])
  await ann.getByRole('tab', { name: 'Page 1' }).click()
  await markTent(card(ann, late), 'Miss')
  await endNow()
  await Promise.all([ann, boss].map((page) => goOn(page).waitFor()))

  // Airtable has the Miss of the check that went on, once.
  await expect.poll(ownMisses).toEqual([misses + 1, 'Morgan', expect.stringMatching(/M$/)])
  await stands(member, 'Last check', 'Miss')

  // Its tent disputes it.
  const inBlue = (count: number) => `${count} of 1 allowed in Blue.`
  await stands(member, inBlue(1))
  await member.getByRole('button', { name: 'Dispute this Miss' }).click()
  await member.getByLabel('What happened?').fill('Two of us stood by the tent.')
  await member.getByRole('button', { name: 'Send' }).click()
  await member.getByText('It is sent.').waitFor()
  const record = member.getByRole('region', { name: 'Checks of your tent' })
  await record.getByText('Not answered yet.').waitFor()

  // The next day somebody has edited its row. A super user comes from the dispute to its line, and
  // corrects that of another tent, too.
  await nextDay(demo.server)
  airtable.edit(ownRow, { 'Number of Misses': misses + 4, 'Last Miss LM': 'Robin' })
  const disputes = `${demo.server.url}${screens.dashboard.path}#disputes`
  await boss.goto(disputes)
  await boss.getByLabel(/^Answer to tent /).waitFor()
  await boss.getByRole('link', { name: /^The check of / }).click()
  const correct = async (label: string, outcome: string, reason: string) => {
    await boss.getByRole('button', { name: `Correct ${label}`, exact: true }).click()
    const dialog = boss.getByRole('dialog', { name: `Correct ${label}` })
    await dialog.getByRole('radio', { name: outcome }).check()
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Correct it' }).click()
    await boss.getByText(`${label} is corrected: ${outcome}.`).waitFor()
  }
  await correct(own, 'Make', 'The photo shows them.')
  await correct(other, 'Not marked', 'Their page was never called.')
  await expect.poll(ownMisses).toEqual([misses + 3, 'Robin', lastMissAt])
  await expect.poll(() => missesIn(rowOf(other))).toEqual(otherMisses)
  await member.reload()
  await stands(member, 'Make', 'Later corrected to a Make: The photo shows them.', inBlue(0))
  await record.getByText('Not answered yet.').waitFor()

  // The answer, which its tent sees without a reload, changes no more.
  await boss.goto(disputes)
  await boss.getByText('There is no Miss any more.').waitFor()
  await boss.getByLabel(/^Answer to tent /).fill('You were there.')
  await boss.getByRole('button', { name: 'Answer', exact: true }).click()
  await boss.getByText('Answered.').waitFor()
  await record.getByText('The Miss is taken away: You were there.').waitFor()
  await stands(member, 'Make', 'Later corrected to a Make: The photo shows them.', inBlue(0))
  expect(ownMisses()).toEqual([misses + 3, 'Robin', lastMissAt])
}, 180_000)
