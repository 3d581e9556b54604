import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Season } from '../../src/shared/season/contract.ts'
import { laptop, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { openDesk } from '../support/marking-phone.ts'

const demo = demoForAll()

async function openDashboard(place = ''): Promise<Page> {
  const page = await openPage(demo.browser, laptop)
  const superUser = demo.server.account('super user')
  await signIn(page, demo.server.url, superUser, `/line-monitor-dashboard${place}`)
  await page.getByRole('heading', { name: 'LM Dashboard' }).waitFor()
  return page
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const seen = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

const currentSeason = async (): Promise<Season> =>
  (await fetch(`${demo.server.url}/api/season`)).json()

describe('the dashboard', { timeout: 120_000 }, () => {
  it('marks the place in sight, the first one also where a panel stands above it', async () => {
    const page = await openDashboard()
    const current = () => page.locator('nav [aria-current=location]').textContent()
    const system = page.getByRole('navigation', { name: 'Sections' }).getByRole('link').last()
    expect((await system.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // The last place, which ends before the page can bring it to the top.
    await page.evaluate(() => {
      // Whatever is loaded meanwhile, the page is at its end.
      const end = () => scrollTo(0, document.documentElement.scrollHeight)
      new ResizeObserver(end).observe(document.body)
    })
    await expect.poll(current).toContain('System')
    await page.reload()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('heading', { name: 'Set up your season' }).waitFor()
    const goTo = (id: string) =>
      page.evaluate((place) => document.getElementById(place)?.scrollIntoView(), id)
    for (const [id, title] of [
      ['season', 'Season'],
      ['roster', 'Roster'],
      ['people', 'People'],
    ] as const) {
      // What stands above it and is loaded meanwhile pushes it down again.
      await expect.poll(() => goTo(id).then(current)).toContain(title)
    }
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(current).toBe('Tonight')
    await page.context().close()
  })

  it('asks for what stands far down once it nears the window', async () => {
    const page = await openDashboard()
    const tokens = section(page, 'For other programs')
    await tokens.getByText('…').waitFor()
    const isAsked = async (path: string) =>
      await page.evaluate((name) => {
        return performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name))
      }, path)
    await expect.poll(() => isAsked('/api/tent-link')).toBe(true)
    expect(await isAsked('/api/script-tokens')).toBe(false)
    await tokens.scrollIntoViewIfNeeded()
    await tokens.getByText('No tokens').waitFor()
    expect(await isAsked('/api/script-tokens')).toBe(true)
    await page.context().close()
  })

  it('shows how a check stands, live, and ends it', async () => {
    const page = await openDashboard()
    const status = section(page, 'Check status')
    await status.getByText('No check is in progress.').waitFor()
    await (await openDesk(demo.server)).startCheck(20, 2)
    await status.getByText('A check is in progress').waitFor({ timeout: 5000 })
    await status.getByText('started by Harper').waitFor()
    expect(await status.getByRole('progressbar').count()).toBe(2)
    await page.setViewportSize({ width: 320, height: 640 })
    const bar = await status.getByRole('progressbar').first().boundingBox()
    expect(bar?.width).toBeGreaterThan(200)
    await page.setViewportSize({ width: 1280, height: 800 })
    await status.getByRole('button', { name: 'End Check' }).click()
    await page.getByRole('button', { name: 'End the check' }).click()
    await seen(page, 'Check ended.')
    await status.getByText('No check is in progress.').waitFor()
    await page.context().close()
  })

  it('gives the focus back to what asked, however a question is answered', async () => {
    const page = await openDashboard('#season-end')
    const asks = page.getByRole('button', { name: 'Close the season…' })
    const answers = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Not yet' }).click(),
    ]
    for (const answer of answers) {
      await asks.click()
      await page.getByRole('dialog').waitFor()
      await answer()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => asks.evaluate((one) => one === document.activeElement)).toBe(true)
    }
    await page.context().close()
  })
})

describe('the season on the dashboard', { timeout: 180_000 }, () => {
  it('is tried at any moment, edited with its errors in place, saved, and told apart by version', async () => {
    const page = await openDashboard('#rules')
    const season = section(page, 'Rules and grace')
    await season.getByText('At this moment:').waitFor()

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
})

describe('a person', { timeout: 120_000 }, () => {
  it('is handed out all that is kept about their netID, as a file', async () => {
    const page = await openDashboard('#person')
    const person = section(page, 'About a person')
    const { netID } = demo.server.account('tenter')
    const download = person.getByRole('button', { name: 'Download everything kept' })
    await person.getByLabel('NetID').fill('nobody')
    await download.click()
    await person.getByText('Nothing is kept about this netID.').waitFor()
    await person.getByLabel('NetID').fill(` ${netID.toUpperCase()} `)
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toBe(`${netID}.json`)
    const kept = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(kept).toMatchObject({ netID, account: { firstName: 'Taylor' } })
    expect(kept.tents).toHaveLength(1)
    await person.getByText(`Everything kept about ${netID} is downloaded.`).waitFor()
    await page.context().close()
  })

  it('is signed out everywhere, after a question', async () => {
    const tenter = await openPage(demo.browser)
    await signIn(tenter, demo.server.url, demo.server.account('tenter'))
    const page = await openDashboard('#person')
    const person = section(page, 'About a person')
    const { netID } = demo.server.account('tenter')
    const signOut = person.getByRole('button', { name: 'Sign out everywhere' })
    await person.getByLabel('NetID').fill(netID)
    await signOut.click()
    await page.getByRole('button', { name: 'Leave them' }).click()
    await signOut.click()
    await page.getByRole('button', { name: 'Sign them out' }).click()
    await person.getByText(`${netID} is signed out everywhere.`).waitFor()
    await tenter.reload()
    await tenter.waitForURL('**/login')
    await signOut.click()
    await page.getByRole('button', { name: 'Sign them out' }).click()
    await person.getByText(`${netID} was signed in nowhere.`).waitFor()
    await tenter.context().close()
    await page.context().close()
  })
})

describe('the end of the season', { timeout: 120_000 }, () => {
  it('waits for Airtable to be disconnected, asks for a word, and forgets the tents', async () => {
    const page = await openDashboard('#season-end')
    const airtable = section(page, 'Roster and Airtable')
    await airtable.getByLabel('Base ID').fill('appK1')
    await airtable.getByLabel('Table ID').fill('tblV2')
    await airtable.getByLabel('API key').fill('patSecret.1234')
    await airtable.getByRole('button', { name: 'Save Airtable settings' }).click()
    await airtable.getByText('Airtable settings saved.').waitFor()

    const season = section(page, 'End of the season')
    const close = async () => {
      await season.getByRole('button', { name: 'Close the season' }).click()
      const dialog = page.getByRole('dialog')
      const yes = dialog.getByRole('button', { name: 'Close the season' })
      await dialog.getByLabel('Type CLOSE to go on').fill('close')
      expect(await yes.isDisabled()).toBe(true)
      await dialog.getByLabel('Type CLOSE to go on').fill('CLOSE')
      for (const chosen of ['Line monitors lose', 'The same rules', 'FAQ and contacts stay']) {
        expect(await dialog.getByRole('switch', { name: chosen }).isChecked()).toBe(true)
      }
      await yes.click()
    }
    await close()
    await season.getByText('Disconnect it first.').waitFor()

    await airtable.getByRole('button', { name: 'Disconnect Airtable' }).click()
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await airtable.getByText('Airtable is disconnected; its settings are forgotten.').waitFor()
    expect(await airtable.getByLabel('Base ID').inputValue()).toBe('')

    await close()
    await season.getByText('The season is closed: 130 tents left the roster').waitFor()
    await season.getByText('Backups made before still hold them.').waitFor()
    await page.getByRole('heading', { name: 'Bring the tents in' }).waitFor()
    await page.context().close()
  })
})
