import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { refusals } from '../../src/shared/refusals.ts'
import { laptop, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { openDesk } from '../support/marking-phone.ts'
import { makePdf } from '../support/pdf.ts'

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

describe('the dashboard', { timeout: 120_000 }, () => {
  it('shows a super user the season at a glance, and lets roles be switched', async () => {
    const page = await openDashboard()
    const overview = section(page, 'Overview')
    await expect
      .poll(async () => (await overview.innerText()).replace(/\s+/g, ' '))
      .toContain('TENTS 130 USERS 3 LINE MONITORS 2 ADMINS 1')
    const tenter = demo.server.account('tenter').netID
    const users = section(page, 'Users')
    await users.getByRole('searchbox').fill(tenter.toUpperCase())
    await expect.poll(() => users.getByRole('row').count()).toBe(2)
    const toggle = users.getByRole('switch', { name: 'Line monitor: Taylor Brooks' })
    await toggle.click()
    await seen(page, 'Updated isLineMonitor status for Taylor')
    expect(await toggle.getAttribute('aria-checked')).toBe('true')
    await toggle.click()

    // Taking a super user's role away asks first; the last one keeps it.
    await users.getByRole('searchbox').fill('head1')
    const own = users.getByRole('switch', { name: 'Super user: Harper Quinn' })
    await own.click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await own.click()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await page.getByText(refusals.lastSuperUser[1]).waitFor()
    expect(await own.getAttribute('aria-checked')).toBe('true')
    await page.context().close()
  })

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
      await goTo(id)
      await expect.poll(current).toContain(title)
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

  it('uploads a policy that everyone then reads', async () => {
    const page = await openDashboard()
    const documents = section(page, 'Documents')
    await documents.getByRole('button', { name: 'Upload policy' }).click()
    await seen(page, 'Please choose a file first.')
    const choose = (name: string, bytes: Uint8Array) =>
      documents
        .getByLabel('Policy (PDF')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
    await choose('page.pdf', Buffer.from('<!doctype html>'))
    await documents.getByRole('button', { name: 'Upload policy' }).click()
    await seen(page, 'This file is not a PDF. Please choose a PDF.')
    await choose('policy.pdf', makePdf({ pages: 2 }))
    await documents.getByRole('button', { name: 'Upload policy' }).click()
    await seen(page, 'File uploaded successfully.')
    await choose('policy.pdf', makePdf({ pages: 3 }))
    await page.route('**/api/files/policy', (route) => route.abort())
    await documents.getByRole('button', { name: 'Upload policy' }).click()
    await seen(page, 'Upload failed')
    await page.unroute('**/api/files/policy')
    const visitor = await openPage(demo.browser)
    await visitor.goto(`${demo.server.url}/policy`)
    await visitor.getByText('Page 1 of 2').waitFor({ state: 'attached' })
    await visitor.context().close()
    await page.context().close()
  })

  it('edits the sign-up link, which the home button follows', async () => {
    const page = await openDashboard()
    const link = section(page, 'Sign-up link')
    const visitor = await openPage(demo.browser)
    const home = async () => {
      await visitor.goto(demo.server.url)
      return visitor.getByRole('button', { name: /Registration Closed|Register a Tent!/ })
    }
    const save = async () => {
      // The words of the time before may still stand there.
      const saved = page.waitForResponse(
        (answer) => answer.url().endsWith('/api/tent-link') && answer.request().method() !== 'GET',
      )
      await link.getByRole('button', { name: 'Save link' }).click()
      await saved
      await seen(page, 'Tent link updated successfully.')
    }
    expect(await (await home()).isDisabled()).toBe(true)
    await link.getByLabel('Sign-up link').fill('javascript:alert(1)')
    await link.getByRole('button', { name: 'Save link' }).click()
    await page.getByText('The sign-up link must start with http:// or https://.').waitFor()
    await link.getByLabel('Sign-up link').fill('')
    await link.getByRole('switch').click()
    await save()
    await (await home()).click()
    await visitor.getByText('Tent registration link is not set yet.').waitFor()
    await link.getByLabel('Sign-up link').fill(`${demo.server.url}/history`)
    await save()
    const button = await home()
    expect(await button.innerText()).toBe('Register a Tent!')
    const [opened] = await Promise.all([visitor.context().waitForEvent('page'), button.click()])
    await opened.waitForURL('**/history')
    await visitor.context().close()
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
