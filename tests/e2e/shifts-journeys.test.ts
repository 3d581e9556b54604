import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localTimeOf } from '../../src/shared/season/local-time.ts'
import { dayAfter } from '../../src/shared/shifts/slots.ts'
import { dayText } from '../../src/web/shifts/words/time-words.ts'
import { calendarFile, copiedCells, savedWhen2meet } from '../support/availability-files.ts'
import { closePages } from '../support/chromium.ts'
import { putFingerOn } from '../support/finger.ts'
import { never } from '../support/shift-tent.ts'
import {
  button,
  part,
  type ShiftsServer,
  startShiftsServer,
  tentOf,
} from '../support/shifts-server.ts'

const timeZone = 'America/New_York'
const today = localTimeOf(Date.now(), timeZone).slice(0, 10)
const days = [1, 2, 3].map((place) => dayAfter(today, place))
const [firstDay = ''] = days
const names = [
  ...['Ann Lee', 'Bo Chen', 'Cy Diaz', 'Di Evans', 'Ed Fox', 'Flo Grant'],
  ...['Gus Hall', 'Hal Ito', 'Ida Jones', 'Jo Kim', 'Kit Lund', 'Lou Mora'],
]
const twelve = tentOf('t0', Object.fromEntries(names.map((name, place) => [`m${place}`, name])))
let server: ShiftsServer

beforeAll(async () => {
  server = await startShiftsServer([twelve])
  await server.mustShow(1, 2)
})
afterAll(async () => {
  await closePages()
  await server.close()
})

const picture = (netID: string) =>
  server.as(netID).call('getShifts', undefined, { params: { tentId: twelve.id } })

/** When a member is free on a day, by the clock: `01:00–07:00`, and where they prefer it so. */
async function freeOn(day: string): Promise<Record<string, string[]>> {
  const { slots, people } = await picture('m0')
  const ofDay = slots.flatMap(({ local }, slot) => (local.startsWith(day) ? [slot] : []))
  const clock = (slot: number) =>
    slots[slot]?.local.startsWith(day) ? slots[slot].local.slice(11) : '24:00'
  return Object.fromEntries(
    people.map(({ name, free }) => {
      const signs = ofDay.map((slot) => free?.[slot] ?? '0').join('')
      const [first = 0] = ofDay
      const runs = [...signs.matchAll(/1+|2+/g)].map(({ 0: run, index }) => {
        const span = `${clock(first + index)}–${clock(first + index + run.length)}`
        return run.startsWith('2') ? `${span} preferred` : span
      })
      return [name, runs]
    }),
  )
}

/** Says once who one is, and goes to when one can be there. */
const fromFile = 'From a spreadsheet, a calendar or a when2meet'

/** The part that was open before stays, hidden. */
const shown = (place: Locator) => place.filter({ visible: true })

async function sayWho(page: Page, name: string): Promise<void> {
  await button(page, `I am ${name}`).click()
  await part(page, 'My times')
}

async function saveMine(page: Page): Promise<void> {
  await button(page, 'Save my times').click()
  await page.getByText('Your times are saved.').waitFor()
}

/** Reads a file, sees what it would change of somebody, and saves it. */
async function saveFound(page: Page, seen: RegExp, said: string): Promise<void> {
  await button(page, 'Show what would change').click()
  await page.getByRole('listitem').getByText(seen).first().waitFor()
  await button(page, 'Save these times').click()
  await page.getByText(said).waitFor()
}

it('a tent of twelve answers in five ways, is planned and published, and everyone has a shift', {
  timeout: 180_000,
}, async () => {
  const captain = await server.open('m0')
  await sayWho(captain, 'Ann Lee')
  await button(captain, 'All available').click()
  await saveMine(captain)

  // By finger.
  const bo = await server.open('m1')
  await sayWho(bo, 'Bo Chen')
  await bo.getByRole('group', { name: 'Brush' }).getByText('preferred').click()
  const finger = await putFingerOn(bo)
  const cell = (name: string) => bo.getByRole('gridcell', { name })
  await cell('Thu 4:00–4:30 AM').evaluate((found) => found.scrollIntoView({ block: 'center' }))
  await finger.draw(cell('Mon 1:00–1:30 AM'), cell('Sun 6:30–7:00 AM'))
  await bo.getByText('1:00–7:00 AM preferred').waitFor()
  await saveMine(bo)
  await bo.context().close()

  // By words.
  const cy = await server.open('m2')
  await sayWho(cy, 'Cy Diaz')
  const form = cy.getByRole('form', { name: 'Without drawing' })
  await form.getByLabel('From').selectOption('9:00 AM')
  await form.getByLabel('To').selectOption('5:00 PM')
  await form.getByRole('button', { name: 'Set' }).click()
  await cy.getByText('9:00 AM–5:00 PM available').waitFor()
  await saveMine(cy)
  await cy.context().close()

  // By a calendar of one's own.
  const gus = await server.open('m6')
  await sayWho(gus, 'Gus Hall')
  await gus.getByText(fromFile).click()
  await gus.getByLabel('What it is').selectOption('A calendar file (ICS)')
  const calendar = { name: 'mine.ics', mimeType: 'text/calendar', buffer: calendarFile(firstDay) }
  await gus.getByLabel(/^An ICS file/).setInputFiles(calendar)
  const classes = /: midnight–9:00 AM available; 5:00 PM–midnight available$/
  await saveFound(gus, classes, 'Your times are saved.')
  await gus.getByText(/^Nothing is painted for every week/).waitFor()
  await gus.context().close()

  // By a spreadsheet and a when2meet: the captain, for those who have not said who they are.
  await part(captain, 'Planning')
  await captain.getByText(/of 12 have answered/).waitFor()
  await shown(captain.getByText(fromFile)).click()
  const sheet = copiedCells(['Di Evans', 'Ed Fox', 'Flo Grant'], days.map(dayText), [
    '1:00 AM  | x |   |',
    '4:00 AM  | x | x |',
    '7:00 AM  |   | x | x',
    '11:00 AM |   |   | x',
    '3:00 PM  |   |   |',
  ])
  await shown(captain.getByLabel('Cells')).fill(sheet)
  const line = new RegExp(`^${dayText(firstDay)}: 4:00–11:00 AM available$`)
  await saveFound(captain, line, 'The times of 3 people are saved.')
  await shown(captain.getByLabel('What it is')).selectOption('A saved when2meet')
  const free = { 'Hal Ito': ['09:00', '13:00'], 'Ida Jones': ['20:15', '23:00'] } as const
  const buffer = savedWhen2meet(free, days, timeZone)
  const saved = { name: 'when2meet.html', mimeType: 'text/html', buffer }
  await shown(captain.getByLabel(/^The page of a when2meet/)).setInputFiles(saved)
  const evening = new RegExp(`^${dayText(firstDay)}: 8:30–11:00 PM available$`)
  await saveFound(captain, evening, 'The times of 2 people are saved.')
  await captain.getByText('9 of 12 have answered').waitFor()

  // The others as those who were seen to do it.
  const { people } = await picture('m0')
  const alike = { m9: 'Bo Chen', m10: 'Cy Diaz', m11: 'Gus Hall' }
  for (const [netID, name] of Object.entries(alike)) {
    const { me } = await picture(netID)
    const params = { tentId: twelve.id, memberId: me.suggested ?? '' }
    const answer = people.find((one) => one.name === name)?.availability ?? never
    await server.as(netID).call('linkMember', { memberId: params.memberId }, { params })
    await server.as(netID).call('saveAvailability', answer, { params })
  }
  await captain.reload()
  await captain.getByText('12 of 12 have answered').waitFor()
  const atNight = ['01:00–07:00 preferred']
  const byDay = ['09:00–17:00']
  const beside = ['00:00–09:00', '17:00–24:00']
  expect(await freeOn(firstDay)).toEqual({
    'Ann Lee': ['00:00–24:00'],
    'Bo Chen': atNight,
    'Cy Diaz': byDay,
    'Di Evans': ['01:00–07:00'],
    'Ed Fox': ['04:00–11:00'],
    'Flo Grant': ['07:00–15:00'],
    'Gus Hall': beside,
    'Hal Ito': ['09:00–13:00'],
    'Ida Jones': ['20:30–23:00'],
    'Jo Kim': atNight,
    'Kit Lund': byDay,
    'Lou Mora': beside,
  })

  await captain.getByText('Enough are free for every half hour of these days.').waitFor()
  await button(captain, /^Make a plan/).click()
  await captain.getByRole('heading', { name: /^The draft/ }).waitFor()
  await server.as('m0').call('stopPlanning', undefined, { params: { tentId: twelve.id } })
  await captain.getByText(/This is the best that was found/).waitFor()
  await button(captain, /^Publish/).click()
  await captain.getByText('Published. Your tent sees it now.').waitFor()

  const { plan } = await picture('m0')
  const onShift = new Set(plan.shifts.map(({ memberId }) => memberId))
  expect(people.filter(({ id }) => !onShift.has(id)).map(({ name }) => name)).toEqual([])
  await part(captain, 'Plan')
  const table = captain.getByRole('region', { name: 'The plan in use' }).getByRole('table')
  await table.waitFor()
  const rows = await table.getByRole('row').allTextContents()
  const withShift = (name: string) =>
    rows.some((row) => row.startsWith(name) && /\d:\d\d [AP]M/.test(row))
  expect(names.filter((name) => !withShift(name))).toEqual([])
})
