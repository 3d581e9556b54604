import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localTimeOf } from '../../src/shared/season/local-time.ts'
import { spanIn } from '../../src/web/shifts/picture/spans.ts'
import { dayText } from '../../src/web/shifts/picture/time-words.ts'
import { closePages, laptop, phone } from '../support/chromium.ts'
import { putFingerOn } from '../support/finger.ts'
import {
  button,
  part,
  type ShiftsServer,
  startShiftsServer,
  tentOf,
} from '../support/shifts-server.ts'

let server: ShiftsServer

beforeAll(async () => {
  server = await startShiftsServer([tentOf('t0', { m0: 'Ann Lee', m1: 'Bo Chen', m2: 'Cy Diaz' })])
})
afterAll(async () => {
  await closePages()
  await server.close()
})

async function answerAlways(page: Page, saves: string): Promise<void> {
  await button(page, 'All available').click()
  await button(page, saves).click()
}

it('a captain comes from an empty tent to a published week; a member paints by finger and sees Durham’s nights from Los Angeles', {
  timeout: 180_000,
}, async () => {
  await server.mustShow(1, 2)
  const captain = await server.open('m0', '/shifts', laptop)
  await button(captain, 'I am Ann Lee').click()
  await part(captain, 'Planning')
  await captain.getByText('0 of 3 have answered').waitFor()
  await captain
    .getByText(/2 needed, 0 free. Ask two./)
    .first()
    .waitFor()
  await part(captain, 'My times')
  await answerAlways(captain, 'Save my times')
  await captain.getByText('Your times are saved.').waitFor()

  const abroad = { ...phone, timezoneId: 'America/Los_Angeles' }
  const member = await server.open('m1', '/shifts', abroad)
  await button(member, 'I am Bo Chen').click()
  await part(member, 'My times')
  const finger = await putFingerOn(member)
  const cell = (name: string) => member.getByRole('gridcell', { name })
  await cell('Thu 4:00–4:30 AM').evaluate((found) => found.scrollIntoView({ block: 'center' }))
  const scrolled = await member.evaluate(() => window.scrollY)
  await finger.draw(cell('Mon 1:00–1:30 AM'), cell('Sun 6:30–7:00 AM'))
  await member.getByText('1:00–7:00 AM available').waitFor()
  expect(await member.evaluate(() => window.scrollY)).toBe(scrolled)
  await finger.draw(cell('Mon 1:00–1:30 AM'), cell('Mon 1:00–1:30 AM'))
  await button(member, 'Undo').click()
  await member.getByRole('listitem').getByText('Mon, Tue, Wed, Thu, Fri, Sat, Sun').waitFor()
  await button(member, 'Save my times').click()
  await member.getByText('Your times are saved.').waitFor()

  await part(captain, 'Planning')
  await button(captain, 'Open Cy Diaz').click()
  await answerAlways(captain, 'Save for Cy Diaz')
  await captain.getByText('Enough are free for every half hour of these days.').waitFor()
  await captain.getByText('3 of 3 have answered').waitFor()
  await button(captain, /^Make a plan/).click()
  await captain.getByRole('table').waitFor()
  await button(captain, 'Stop').click()
  await captain.getByText(/This is the best that was found/).waitFor()
  await button(captain, /^Publish/).click()
  await captain.getByText('Published. Your tent sees it now.').waitFor()

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
