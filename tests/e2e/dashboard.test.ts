import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { complaintsOf, holdBack, laptop, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { makePdf } from '../support/pdf.ts'

const demo = demoForAll()

async function openDashboard(role: Role): Promise<Page> {
  const page = await openPage(demo.browser, laptop)
  await signIn(page, demo.server.url, demo.server.account(role))
  await page.goto(`${demo.server.url}/line-monitor-dashboard`)
  await page.getByRole('heading', { name: 'LM Dashboard' }).waitFor()
  return page
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const seen = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

/** Of all tents, as whoever is signed in there. */
async function startCheck(page: Page, numCheckers: number): Promise<void> {
  await page.evaluate(async (numCheckers) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    }
    const tents = await (await fetch('/api/tent-checks', { headers })).json()
    const body = JSON.stringify({ tents, numCheckers })
    await fetch('/api/start-check', { method: 'POST', headers, body })
  }, numCheckers)
}

/** Half a minute later the network comes back, so that the settings are asked for again. */
async function askAgain(page: Page, answer: { status: number; body: string }): Promise<void> {
  const settings = /api\/(airtable-config|tent-link)$/
  await page.unroute(settings)
  await page.route(settings, (route) =>
    route.fulfill({ ...answer, contentType: 'application/json' }),
  )
  await page.clock.fastForward(31_000)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
}

describe('the dashboard', { timeout: 120_000 }, () => {
  it('shows a super user the season at a glance, and lets roles be switched', async () => {
    const page = await openDashboard('super user')
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
    await page.getByText('The last super user cannot give up the role.').waitFor()
    expect(await own.getAttribute('aria-checked')).toBe('true')
    await page.route('**/api/admin/update-role', (route) => route.abort())
    await own.click()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await seen(page, 'An unexpected error occurred.')
    await page.unroute('**/api/admin/update-role')
    await page.route('**/api/admin/update-role', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await own.click()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await seen(page, 'Failed to update user.')
    await page.unroute('**/api/admin/update-role')
    expect(complaintsOf(page)).toEqual([])
    await page.context().close()
  })

  it('shows how a check stands, live, and ends or cancels it', async () => {
    const page = await openDashboard('super user')
    const status = section(page, 'Check status')
    await status.getByText('No check is in progress.').waitFor()
    await startCheck(page, 2)
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
    await startCheck(page, 2)
    await status.getByRole('button', { name: 'Cancel Check' }).click()
    await page.route('**/api/cancel-check', (route) => route.abort())
    await page.getByRole('button', { name: 'Cancel the check' }).click()
    await seen(page, 'Action failed.')
    await page.unroute('**/api/cancel-check')
    await status.getByRole('button', { name: 'Cancel Check' }).click()
    await page.getByRole('button', { name: 'Cancel the check' }).click()
    await seen(page, 'Check canceled.')
    await page.route('**/api/check-status', (route) => route.abort())
    await page.reload()
    await page.getByText('Could not load check status.').waitFor({ timeout: 15_000 })
    await page.route('**/api/check-status', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await page.reload()
    await page.getByText('Failed to fetch status').waitFor({ timeout: 15_000 })
    await page.context().close()
  })

  it('saves the Airtable settings, and says what is missing', async () => {
    const page = await openDashboard('super user')
    const airtable = section(page, 'Roster and Airtable')
    await airtable.getByRole('button', { name: 'Save Airtable settings' }).click()
    await seen(page, 'Base ID and Table ID are required.')
    await airtable.getByLabel('Base ID').fill('appK1')
    await airtable.getByLabel('Table ID').fill('tblV2')
    await airtable.getByLabel('API key').fill('patSecret.1234')
    await airtable.getByRole('button', { name: 'Save Airtable settings' }).click()
    await seen(page, 'Airtable settings saved.')
    await airtable.getByText('Now: ••••1234. Leave blank to keep it.').waitFor()
    await page.route('**/api/airtable-config', (route) => route.abort())
    await airtable.getByRole('button', { name: 'Save Airtable settings' }).click()
    await seen(page, 'Could not save Airtable settings.')
    await page.reload()
    await page.getByText('Could not load Airtable settings.').waitFor({ timeout: 15_000 })
    await page.route('**/api/airtable-config', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await page.reload()
    await page.getByText('Failed to load Airtable config.').waitFor({ timeout: 15_000 })
    await page.unroute('**/api/airtable-config')
    await page.reload()
    await airtable.getByLabel('Base ID').waitFor()
    await page.route('**/api/airtable-config', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await airtable.getByRole('button', { name: 'Save Airtable settings' }).click()
    await seen(page, 'Failed to save Airtable config.')
    await page.context().close()
  })

  it('uploads a policy that everyone then reads', async () => {
    const page = await openDashboard('super user')
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
    await choose('policy.pdf', makePdf({ pages: 9 }).subarray(0, 2000))
    await documents.getByRole('button', { name: 'Upload policy' }).click()
    await seen(page, 'This PDF is damaged. Please choose another.')
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
    const page = await openDashboard('super user')
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
    await page.route('**/api/tent-link', (route) => route.abort())
    await link.getByRole('button', { name: 'Save link' }).click()
    await seen(page, 'Failed to save link')
    expect(complaintsOf(visitor)).toEqual([])
    await visitor.context().close()
    await page.context().close()
  })

  it('keeps what is typed into the settings, whatever is answered meanwhile', async () => {
    const page = await openPage(demo.browser, laptop)
    await page.clock.install()
    await signIn(page, demo.server.url, demo.server.account('super user'))
    await page.goto(`${demo.server.url}/line-monitor-dashboard`)
    const baseId = page.getByLabel('Base ID')
    const tableId = page.getByLabel('Table ID')
    const link = page.getByRole('textbox', { name: 'Sign-up link' })
    await baseId.fill('appHalfTyped')
    await link.fill('https://half.typed')
    const typed = async () => [await baseId.inputValue(), await link.inputValue()]

    // Refused: a role was taken away, or a portal stands in between.
    let refused = 0
    page.on('console', (message) => {
      const isOurs = !message.text().includes('Failed to load resource')
      if (message.type() === 'error' && isOurs) refused += 1
    })
    await askAgain(page, { status: 403, body: '{}' })
    await expect.poll(() => refused).toBe(2)
    expect(await typed()).toEqual(['appHalfTyped', 'https://half.typed'])

    // Somebody else saved something: what is untouched follows, what is typed stays.
    const saved = { airtableBaseId: 'appTheirs', airtableTableId: 'tblTheirs', maskedApiKey: '' }
    const theirs = { ...saved, hasApiKey: false, url: 'https://their.link', active: true }
    await askAgain(page, { status: 200, body: JSON.stringify(theirs) })
    await expect.poll(() => tableId.inputValue()).toBe('tblTheirs')
    await page.getByRole('switch', { name: 'Registration is open' }).waitFor()
    expect(await typed()).toEqual(['appHalfTyped', 'https://half.typed'])
    await page.context().close()
  })

  it('says when the overview could not be loaded, with a way to try again', async () => {
    const page = await openDashboard('line monitor')
    const addresses = /api\/(tent-checks|admin\/users)$/
    await page.route(addresses, (route) => route.abort())
    await page.reload()
    const overview = section(page, 'Overview')
    const notice = overview.getByText('The overview could not be loaded whole.')
    await notice.waitFor()
    await expect.poll(async () => (await overview.innerText()).match(/–/g)?.length).toBe(4)
    await page.unroute(addresses)
    await overview.getByRole('button', { name: 'Try again' }).click()
    await expect
      .poll(async () => (await overview.innerText()).replace(/\s+/g, ' '))
      .toContain('TENTS 130 USERS 3')
    await notice.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('shows what it is at while it ends a check, and that a role was switched though unanswered', async () => {
    const page = await openDashboard('super user')
    await startCheck(page, 1)
    const letEnd = await holdBack(page, '**/api/end-check')
    await page.getByRole('button', { name: 'End Check' }).click()
    await page.getByRole('button', { name: 'End the check' }).click()
    await page.getByRole('button', { name: 'End Check', exact: true, disabled: true }).waitFor()
    letEnd()
    await seen(page, 'Check ended.')

    // It is done at the server, but its answer is lost.
    const toggle = page.getByRole('switch', { name: 'Line monitor: Taylor Brooks' })
    await page.route('**/api/admin/update-role', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const before = await toggle.getAttribute('aria-checked')
    await toggle.click()
    await seen(page, 'An unexpected error occurred.')
    const now = before === 'true' ? 'false' : 'true'
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe(now)
    await page.unroute('**/api/admin/update-role')

    // Two quick flips go one after the other.
    const sent: string[] = []
    await page.route('**/api/admin/update-role', async (route) => {
      sent.push(`asked ${route.request().postDataJSON().value}`)
      await isFlippedBack
      const answer = await route.fetch()
      sent.push('answered')
      await route.fulfill({ response: answer })
    })
    const isFlippedBack = (async () => {
      await toggle.click()
      await expect.poll(() => toggle.getAttribute('aria-checked')).toBe(before)
      await toggle.click()
    })()
    await expect.poll(() => sent.length).toBe(4)
    expect(sent).toEqual([`asked ${before}`, 'answered', `asked ${now}`, 'answered'])
    await toggle.click()
    await expect.poll(() => sent.length).toBe(6)
    await page.context().close()
  })

  it('gives the focus back to what asked, however a question is answered', async () => {
    const page = await openDashboard('super user')
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

  it('shows a line monitor what they may read, its toggles disabled', async () => {
    const page = await openDashboard('line monitor')
    await seen(page, 'Changing roles takes the super user role.')
    await seen(page, 'The Airtable settings take the super user role.')
    const toggle = page.getByRole('switch', { name: 'Line monitor: Harper Quinn' })
    expect(await toggle.isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Upload policy' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save link' }).isDisabled()).toBe(true)
    expect(complaintsOf(page)).toEqual([])
    await page.context().close()
  })

  it('shows someone without a role which role each section takes', async () => {
    const page = await openDashboard('tenter')
    await page.getByText('Seeing who has an account takes the line monitor role.').waitFor()
    await section(page, 'Check status').getByText('No check is in progress.').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    expect(complaintsOf(page)).toEqual([])
    await page.context().close()
  })

  it('is not for anyone who is signed out', async () => {
    const page = await openPage(demo.browser, laptop)
    await page.goto(`${demo.server.url}/line-monitor-dashboard`)
    await page.waitForURL('**/login')
    await page.context().close()
  })
})
