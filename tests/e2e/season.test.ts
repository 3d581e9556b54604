import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Season } from '../../src/shared/season/contract.ts'
import { laptop, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'

const demo = demoForAll()

const region = (page: Page) => page.getByRole('region', { name: 'Rules and grace', exact: true })

async function openDashboard(): Promise<Page> {
  const page = await openPage(demo.browser, laptop)
  await signIn(
    page,
    demo.server.url,
    demo.server.account('super user'),
    '/line-monitor-dashboard#rules',
  )
  await region(page).getByText('At this moment:').waitFor()
  return page
}

const currentSeason = async (): Promise<Season> =>
  (await fetch(`${demo.server.url}/api/season`)).json()

/** Other rules, saved past this page by whoever is signed in there. */
async function saveBeside(page: Page, change: Partial<Season>): Promise<void> {
  const body = JSON.stringify({ ...(await currentSeason()), ...change })
  const status = await page.evaluate(async (body) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    }
    return (await fetch('/api/season', { method: 'PUT', headers, body })).status
  }, body)
  expect(status).toBe(200)
}

async function tentsOnHome(): Promise<string> {
  const page = await openPage(demo.browser)
  await page.goto(demo.server.url)
  const stat = page.locator('dl', { hasText: 'NUMBER OF TENTS' })
  await expect.poll(() => stat.locator('dd').first().innerText()).toMatch(/^\d+$/)
  const count = await stat.locator('dd').first().innerText()
  await page.context().close()
  return count
}

describe('the season on the dashboard', { timeout: 180_000 }, () => {
  it('is tried at any moment, edited with its errors in place, saved, and told apart by version', async () => {
    const page = await openDashboard()
    const season = region(page)

    await season.getByLabel('Try another moment').fill('2026-02-05T03:00')
    await season.getByText('Thu, Feb 5, 2026, 3:00 AM: Blue, night, 6 required').waitFor()
    await season.getByLabel('Try another moment').fill('2026-02-10T12:00')
    await season.getByText('Wellness week, day, no checks').waitFor()
    await season.getByRole('button', { name: 'Back to now' }).click()
    await season.getByText('At this moment:').waitFor()

    await season.getByText('Change the rules').click()
    const save = season.getByRole('button', { name: 'Save rules' })
    const blue = season.getByRole('group', { name: 'Period 2' })
    await blue.getByLabel('By night').fill('7')
    await season.getByText('Not saved yet.').waitFor()
    // What is typed is tried before it is saved.
    await season.getByLabel('Try another moment').fill('2026-02-05T03:00')
    await season.getByText('Blue, night, 7 required').waitFor()

    // By keyboard alone.
    await season.getByRole('button', { name: 'Add a night' }).focus()
    await page.keyboard.press('Enter')
    const night = season.getByRole('group', { name: 'Night 3' })
    await night.getByText('Must be weekdays').waitFor()
    await night.getByRole('button', { name: 'Wed' }).focus()
    await page.keyboard.press('Space')
    await night.getByLabel('From').fill('23:00')
    await night.getByText('From, the evening before').waitFor()
    await save.click()
    await season.getByText('The rules are saved. They are version 1.').waitFor()
    expect((await currentSeason()).periods[1]).toMatchObject({ name: 'Blue', night: 7 })

    await season.getByText('Version 1, Harper Quinn').click()
    await season
      .getByText('Blue requires: 1 by day, 7 by night (was 1 by day, 6 by night).')
      .waitFor()

    // The next season in one step, and back again.
    await season.getByRole('button', { name: 'The same rules a year later' }).click()
    await expect.poll(() => season.getByLabel('Name of the season').inputValue()).toBe('2027')
    await expect.poll(() => blue.getByLabel('Begins').inputValue()).toBe('2027-01-27T07:00')
    await season.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => season.getByLabel('Name of the season').inputValue()).toBe('2026')
    await page.context().close()
  })

  it('declares grace and ends it, and everyone is told', async () => {
    const page = await openDashboard()
    const season = region(page)
    await season.getByText('There is no grace now.').waitFor()
    await season.getByLabel('Reason').fill('Lightning')
    await season.getByRole('button', { name: '1 hour', exact: true }).click()
    await season.getByRole('button', { name: 'Declare grace' }).click()
    await season.getByText('Grace is declared.').waitFor()
    await season.getByText('Grace until').waitFor()
    expect((await currentSeason()).now.grace).toMatchObject({ reason: 'Lightning' })
    await season.getByRole('button', { name: 'End the grace: Lightning' }).click()
    await season.getByText('There is no grace now.').waitFor()
    expect((await currentSeason()).now.grace).toBe(null)
    await page.context().close()
  })

  it('off season lets the home page count no tents, the roster staying whole', async () => {
    const page = await openDashboard()
    expect(await tentsOnHome()).toBe('130')
    await saveBeside(page, { inSeason: false })
    expect(await tentsOnHome()).toBe('0')
    expect(await (await fetch(`${demo.server.url}/api/tent-checks`)).json()).toHaveLength(130)
    await saveBeside(page, { inSeason: true })
    await page.context().close()
  })
})
