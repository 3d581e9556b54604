import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { instantOf, localTimeOf } from '../../src/shared/season/local-time.ts'
import { dayAfter } from '../../src/shared/shifts/slots.ts'
import { spanIn } from '../../src/web/shifts/words/spans.ts'
import { dayText } from '../../src/web/shifts/words/time-words.ts'
import { calendarFile } from '../support/availability-files.ts'
import { tooFaintOn, violationsOf } from '../support/axe.ts'
import { closePages, laptop, phone } from '../support/chromium.ts'
import { putFingerOn } from '../support/finger.ts'
import { cutOff, layOnPaper, notOn, papers, sheetsOf } from '../support/paper.ts'
import {
  addPlan,
  button,
  part,
  partLink,
  type ShiftsServer,
  startShiftsServer,
  tentOf,
} from '../support/shifts-server.ts'

/** Without motion, in which colours change little by little. */
const dark = { colorScheme: 'dark', reducedMotion: 'reduce' } as const
const timeZone = 'America/New_York'
const today = localTimeOf(Date.now(), timeZone).slice(0, 10)
const printed = tentOf('t1', {
  p0: 'Ann-Kathrin von Hohenstein-Oldenburg',
  ...Object.fromEntries(
    Array.from({ length: 11 }, (_, place) => [`p${place + 1}`, `Member ${place + 2}`]),
  ),
})
/**
 * Of each night three have the whole, and by day one follows the other every three hours. A day more
 * than is printed: midnight may pass meanwhile.
 */
const printedWeek = Array.from({ length: 8 }, (_, day) => {
  const at = (hours: number) => {
    const date = dayAfter(today, day + Math.floor(hours / 24))
    const time = `${date}T${String(hours % 24).padStart(2, '0')}:00`
    return new Date(instantOf(time, timeZone)).toISOString()
  }
  const turn = (place: number) => `p${(place + 5 * day) % 12}`
  return [
    ...[0, 1, 2].map((place) => ({ netID: turn(place), from: at(1), until: at(7) })),
    ...[0, 1, 2, 3, 4, 5].map((place) => ({
      netID: turn(place + 3),
      from: at(7 + 3 * place),
      until: at(10 + 3 * place),
    })),
  ]
}).flat()

let server: ShiftsServer

beforeAll(async () => {
  const small = tentOf('t0', { m0: 'Ann Lee', m1: 'Bo Chen', m2: 'Cy Diaz' })
  server = await startShiftsServer([small, printed], {}, (tx) => addPlan(tx, printed, printedWeek))
})
afterAll(async () => {
  await closePages()
  await server.close()
})

/** A finger that swipes to what it taps, and counts its taps. */
function handOn(page: Page) {
  let taps = 0
  async function tap(target: Locator): Promise<void> {
    taps += 1
    // What is said above it goes after 8 s: Playwright taps again where that moved it from under the finger.
    await target.tap()
  }
  return {
    tap,
    taps: () => taps,
    goTo: (name: string) => tap(partLink(page, name)),
    async answerAlways(saves: string): Promise<void> {
      await tap(button(page, 'All available'))
      await tap(button(page, saves))
    },
  }
}

/**
 * What axe finds in the parts of a tent's shifts that are painted, planned and plotted: in the dark, and
 * what is too faint in the light.
 */
async function violationsInParts(page: Page): Promise<unknown[]> {
  const found = []
  for (const [name, sign] of [
    ['My times', 'Save my times'],
    ['Planning', /^Make a plan/],
    ['Fairness', null],
  ] as const) {
    await part(page, name)
    await (sign === null ? page.getByRole('table').first() : button(page, sign)).waitFor()
    found.push(...(await violationsOf(page)).map((each) => [name, ...each]))
    await page.emulateMedia({ colorScheme: 'light' })
    found.push(...(await tooFaintOn(page, 'AA')).map((each) => [name, each]))
    await page.emulateMedia({ colorScheme: 'dark' })
  }
  return found
}

it('a captain comes from an empty tent to a published week; a member paints by finger and sees Durham’s nights from Los Angeles', {
  timeout: 180_000,
}, async () => {
  await server.mustShow(1, 2)
  const captain = await server.open('m0', '/shifts', { ...phone, ...dark })
  const hand = handOn(captain)
  await hand.tap(button(captain, 'I am Ann Lee'))
  // The question goes, and the links below it move.
  await partLink(captain, 'My times').waitFor()
  await hand.goTo('Planning')
  await captain.getByText('0 of 3 have answered').waitFor()
  await captain
    .getByText(/2 needed, 0 free. Ask two./)
    .first()
    .waitFor()
  await hand.goTo('My times')
  await hand.answerAlways('Save my times')
  await captain.getByText('Your times are saved.').waitFor()

  const abroad = { ...phone, timezoneId: 'America/Los_Angeles' }
  const member = await server.open('m1', '/shifts', abroad)
  await button(member, 'I am Bo Chen').click()
  await part(member, 'My times')
  const finger = await putFingerOn(member)
  const cell = (name: string) => member.getByRole('gridcell', { name })
  await cell('Thu 4:00–4:30 AM').evaluate((found) => found.scrollIntoView({ block: 'center' }))
  // On the screen: what is said above the grid goes after 8 s, and the browser scrolls so that the grid stays.
  const top = () => cell('Mon 1:00–1:30 AM').evaluate((found) => found.getBoundingClientRect().top)
  const before = await top()
  await finger.draw(cell('Mon 1:00–1:30 AM'), cell('Sun 6:30–7:00 AM'))
  await member.getByText('1:00–7:00 AM available').waitFor()
  // Had the page scrolled with the finger, it would be 220 px.
  expect(await top()).toBeCloseTo(before, -1)
  await finger.draw(cell('Mon 1:00–1:30 AM'), cell('Mon 1:00–1:30 AM'))
  await button(member, 'Undo').click()
  await member.getByRole('listitem').getByText('Mon, Tue, Wed, Thu, Fri, Sat, Sun').waitFor()
  await button(member, 'Save my times').click()
  await member.getByText('Your times are saved.').waitFor()

  await hand.goTo('Planning')
  await hand.tap(button(captain, 'Open Cy Diaz'))
  await hand.answerAlways('Save for Cy Diaz')
  await captain.getByText('Enough are free for every half hour of these days.').waitFor()
  await captain.getByText('3 of 3 have answered').waitFor()
  await hand.tap(button(captain, /^Make a plan/))
  await captain.getByRole('table').waitFor()
  // It ends by itself: whoever is slow finds no Stop any more.
  await captain.getByText(/This is the best that was found/).waitFor()
  expect(await violationsOf(captain)).toEqual([])
  await hand.tap(button(captain, /^Publish/))
  await captain.getByText('Published. Your tent sees it now.').waitFor()
  // Seven are the way; the others a look at Planning first, and Cy's times.
  expect(hand.taps()).toBe(11)
  expect(await violationsInParts(captain)).toEqual([])

  await member.reload()
  const picture = await server.as('m1').call('getShifts', undefined, { params: { tentId: 't0' } })
  const { nextShift, timeZone, now } = picture
  if (nextShift === null) throw new Error('Nothing was planned for Bo')
  await member.getByText(spanIn(timeZone, nextShift), { exact: false }).first().waitFor()
  await part(member, 'Plan')
  const table = member.getByRole('table')
  const today = dayText(localTimeOf(Date.parse(now), timeZone))
  expect(await table.getByRole('columnheader').nth(1).innerText()).toContain(today)
  const rows = await table.getByRole('rowheader').allInnerTexts()
  expect(rows.filter((row) => row !== 'Too few')[0]).toContain('Bo Chen')
  await member.getByText('The same as a list').click()
  await member
    .getByText(/^(1:00|2:30)–7:00 AM$/)
    .first()
    .waitFor()
  await member.goto(`${server.url}/profile`)
  await member
    .getByRole('region', { name: 'Your next shift' })
    .getByText(/^in |left$/)
    .waitFor()
})

it('a published week is whole on paper, A4 and Letter', { timeout: 120_000 }, async () => {
  // A fourth is missing in each night.
  await server.mustShow(1, 4)
  const page = await server.open('p0', '/shifts', laptop)
  await page.getByText('The same as a list').waitFor()
  for (const paper of papers) {
    await layOnPaper(page, paper)
    const main = page.getByRole('main')
    expect(await main.locator('tbody tr:visible').count()).toBe(13)
    expect(await main.locator('thead th:visible').count()).toBe(8)
    const lines = main.locator('details li:visible')
    expect(await lines.filter({ hasText: '1:00–7:00 AM' }).count()).toBe(7)
    expect(await lines.filter({ hasText: 'Ann-Kathrin' }).count()).toBeGreaterThan(4)
    expect(
      await page.locator('button:visible, summary:visible, a:visible').allInnerTexts(),
    ).toEqual([])
    expect([paper.format, await cutOff(page)]).toEqual([paper.format, []])
    const sheets = await sheetsOf(page, paper)
    expect([paper.format, sheets.length]).toEqual([paper.format, 2])
    expect(notOn(sheets, await lines.allInnerTexts())).toEqual([])
  }
})

it('a calendar is read from its file, and cells from where they are pasted; both are shown before they are saved', async () => {
  await server.mustShow(1, 2)
  const page = await server.open('p1')
  await part(page, 'My times')
  await page.getByText('From a spreadsheet, a calendar or a when2meet').click()
  await page.getByLabel('What it is').selectOption('A calendar file (ICS)')
  const day = dayAfter(today, 1)
  const calendar = { name: 'mine.ics', mimeType: 'text/calendar', buffer: calendarFile(day) }
  await page.getByLabel(/^An ICS file/).setInputFiles(calendar)
  await button(page, 'Show what would change').click()
  const classes = `${dayText(day)}: midnight–9:00 AM available; 5:00 PM–midnight available`
  await page.getByRole('listitem').getByText(classes, { exact: true }).waitFor()
  await button(page, 'Save these times').click()
  await page.getByText('Your times are saved.').waitFor()

  await page.getByLabel('What it is').selectOption('Paste from a spreadsheet')
  const later = dayAfter(today, 5)
  await page.getByLabel('Cells').fill(`\t${later}\n9:00 AM\tx\n10:00 AM\t`)
  await button(page, 'Show what would change').click()
  const free = `${dayText(later)}: midnight–10:00 AM available; 11:00 AM–midnight available`
  await page.getByRole('listitem').getByText(free, { exact: true }).waitFor()
  await button(page, 'Save these times').click()
  await page.getByText('Your times are saved.').waitFor()
})
