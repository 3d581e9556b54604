import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { laptop, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'

const demo = demoForAll()

const path = '/line-monitor-dashboard'
let page: Page

beforeAll(async () => {
  page = await openPage(demo.browser, laptop)
  await signIn(page, demo.server.url, demo.server.account('super user'), path)
  await page.getByRole('heading', { name: 'LM Dashboard' }).waitFor()
})

describe('the dashboard', { timeout: 120_000 }, () => {
  it('asks for what stands far down once it nears the window', async () => {
    const tokens = page.getByRole('region', { name: 'For other programs', exact: true })
    await tokens.getByText('…').waitFor()
    const isAsked = async (address: string) =>
      await page.evaluate((name) => {
        return performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name))
      }, address)
    await expect.poll(() => isAsked('/api/tent-link')).toBe(true)
    expect(await isAsked('/api/script-tokens')).toBe(false)
    await tokens.scrollIntoViewIfNeeded()
    await tokens.getByText('No tokens').waitFor()
    expect(await isAsked('/api/script-tokens')).toBe(true)
  })

  it('gives the focus back to what asked, however a question is answered', async () => {
    await page.goto(`${demo.server.url}${path}#season-end`)
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
  })

  it('marks the place in sight, the first one also where a panel stands above it', async () => {
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
  })
})
