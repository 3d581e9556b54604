import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { holdBack, laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { DemoServer } from '../support/demo-server.ts'

const demo = demoForAll()

const seen = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()

/** The server answers, but without a word of its own. */
const mute = (route: Route) =>
  route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
const gone = (route: Route) => route.abort()

async function open(path: string): Promise<Page> {
  const page = await openPage(demo.browser, phone)
  await page.goto(`${demo.server.url}${path}`)
  return page
}

function consoleOf(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  return lines
}

async function fillRegistration(page: Page, change: Record<string, string> = {}): Promise<void> {
  const fields = {
    NetID: 'al21',
    'First name': 'Ann',
    'Last name': 'Lee',
    Email: 'ann@duke.edu',
    Password: 'gloves at 2 am',
    'Confirm password': 'gloves at 2 am',
    ...change,
  }
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
}

describe('login and registration', { timeout: 120_000 }, () => {
  it('registers, says so in login mode, logs in to the profile, and greets by first name', async () => {
    const page = await open('/login')
    await page.getByRole('button', { name: 'Register here' }).click()
    await fillRegistration(page, { 'Confirm password': 'something else' })
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await alert(page, 'Passwords do not match')
    await page
      .getByText('Passwords do not match', { exact: true })
      .waitFor({ state: 'detached', timeout: 7000 })
    await fillRegistration(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await alert(page, 'Registration successful! Please log in.')
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    await signIn(page, demo.server.url, { netID: 'AL21', password: 'gloves at 2 am' })
    await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor()
    await seen(page, 'We couldn’t find a tent associated with your netID.')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]{43}$/)
    await page.context().close()
  })

  it('switching modes clears the form and the messages', async () => {
    const page = await open('/login')
    await page.getByLabel('NetID').fill('someone')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await alert(page, 'The netID or the password is not right.')
    await page.getByRole('button', { name: 'Register here' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByLabel('NetID').inputValue()).toBe('')
    await page.getByLabel('NetID').fill('someone')
    await page.getByRole('button', { name: 'Log in here' }).click()
    expect(await page.getByLabel('NetID').inputValue()).toBe('')
    await page.context().close()
  })

  it('says what went wrong where the server says nothing, and where nothing answers', async () => {
    const page = await open('/login')
    await page.route('**/api/profile/login', mute)
    await page.getByLabel('NetID').fill('someone')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await alert(page, 'An error occurred. Please try again.')
    await page.unroute('**/api/profile/login')
    await page.route('**/api/profile/login', gone)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await alert(page, 'An unexpected error occurred. Please try again later.')
    await page.context().close()
  })

  it('never puts a password into the address, however early the form is sent', async () => {
    const page = await openPage(demo.browser, phone)
    const letScriptsCome = await holdBack(page, '**/assets/index-*.js')
    await page.goto(`${demo.server.url}/login`, { waitUntil: 'commit' })
    await page.getByLabel('NetID').fill('someone')
    await page.getByLabel('Password').fill('wrong password')
    await page.keyboard.press('Enter')
    letScriptsCome()
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await alert(page, 'The netID or the password is not right.')
    expect(page.url()).toBe(`${demo.server.url}/login`)
    await page.context().close()
  })

  it('needs every field', async () => {
    const page = await open('/login')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    const isMissing = (label: string) =>
      page
        .getByLabel(label, { exact: true })
        .evaluate((field: HTMLInputElement) => field.validity.valueMissing)
    for (const label of ['NetID', 'Password']) expect(await isMissing(label)).toBe(true)
    await page.getByRole('button', { name: 'Register here' }).click()
    const fields = ['NetID', 'First name', 'Last name', 'Email', 'Password', 'Confirm password']
    for (const label of fields) expect([label, await isMissing(label)]).toEqual([label, true])
    await page.context().close()
  })

  it('shows "Loading..." until the token is verified, and drops one that is stale', async () => {
    const page = await openPage(demo.browser, phone)
    const letVerify = await holdBack(page, '**/api/profile/verify-token')
    await page.addInitScript(() => localStorage.setItem('token', 'x'.repeat(43)))
    await page.goto(`${demo.server.url}/profile`)
    await seen(page, 'Loading...')
    letVerify()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.context().close()
  })
})

describe('logging out', { timeout: 120_000 }, () => {
  it('ends the session and goes to /login; a failure is only logged, and one stays signed in', async () => {
    const page = await openPage(demo.browser, laptop)
    await signIn(page, demo.server.url, demo.server.account('tenter'))
    const lines = consoleOf(page)
    const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' })
    await page.route('**/api/profile/logout', mute)
    await logout.click()
    await expect.poll(() => lines.join('\n')).toContain('Logout failed')
    await page.unroute('**/api/profile/logout')
    await page.route('**/api/profile/logout', gone)
    await logout.click()
    await expect.poll(() => lines.join('\n')).toContain('Logout request error')
    await page.getByRole('link', { name: 'Hi, Taylor' }).waitFor()
    await page.unroute('**/api/profile/logout')
    await logout.click()
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Sign In' }).waitFor()
    await page.goto(`${demo.server.url}/profile`)
    await page.waitForURL('**/login')
    await page.context().close()
  })

  it('is offered on the login page to whoever is signed in', async () => {
    const page = await openPage(demo.browser, phone)
    await signIn(page, demo.server.url, demo.server.account('tenter'))
    await page.goto(`${demo.server.url}/login`)
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await page.getByText('You are signed in as').waitFor({ state: 'detached' })
    await page.context().close()
  })
})

describe('a session that is known', { timeout: 120_000 }, () => {
  /** As when another tab signs in or out: this one asks the server who it is. */
  async function doubt(page: Page): Promise<void> {
    const answer = page.waitForResponse('**/api/profile/verify-token')
    await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
    await (await answer).finished()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
  const answers = (status: number, code: string) => (route: Route) =>
    route.fulfill({ status, json: { error: 'x', code } })
  const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

  it('outlives a server that cannot tell just now, and ends when it is refused', async () => {
    const page = await openPage(demo.browser, laptop)
    await signIn(page, demo.server.url, demo.server.account('line monitor'))
    for (const [status, code] of [
      [503, 'unavailable'],
      [429, 'tooManyAttempts'],
    ] as const) {
      await page.route('**/api/profile/verify-token', answers(status, code))
      await doubt(page)
      await page.getByRole('link', { name: 'Hi, Morgan' }).waitFor()
      expect([status, await token(page)]).toEqual([status, expect.any(String)])
      await page.unroute('**/api/profile/verify-token')
    }
    await page.route('**/api/profile/verify-token', answers(401, 'notSignedIn'))
    await doubt(page)
    await page.waitForURL('**/login')
    expect(await token(page)).toBeNull()
    await page.context().close()
  })

  it('is not one before the start has verified it: any refusal there removes the token', async () => {
    const page = await openPage(demo.browser, laptop)
    await signIn(page, demo.server.url, demo.server.account('line monitor'))
    await page.route('**/api/profile/verify-token', answers(503, 'unavailable'))
    await page.reload()
    await page.waitForURL('**/login')
    expect(await token(page)).toBeNull()
    await page.context().close()
  })

  it('follows another tab to another person, and shows nothing of the one before', async () => {
    const page = await openPage(demo.browser, laptop)
    await signIn(page, demo.server.url, demo.server.account('line monitor'))
    await seen(page, 'We couldn’t find a tent associated with your netID.')
    const login = await fetch(`${demo.server.url}/api/profile/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(demo.server.account('tenter')),
    })
    const tab = await page.context().newPage()
    await tab.goto(`${demo.server.url}/robots.txt`)
    await tab.evaluate((token) => localStorage.setItem('token', token), (await login.json()).token)
    await page.getByRole('heading', { name: 'Hi, Taylor' }).waitFor()
    await seen(page, 'Matched by NetID')
    await page.context().close()
  })
})

describe('the profile', { timeout: 120_000 }, () => {
  it('shows one’s tent, and says when it or the profile could not be loaded', async () => {
    const page = await openPage(demo.browser, phone)
    await signIn(page, demo.server.url, demo.server.account('tenter'))
    for (const text of ['Matched by NetID', 'Captain', 'Misses', 'none', 'Team members']) {
      await seen(page, text)
    }
    await page.route('**/api/profile/me', gone)
    await page.route('**/api/tent-checks', gone)
    await page.reload()
    await page.getByText('Failed to load profile.').waitFor({ timeout: 15_000 })
    await page.getByText('Failed to load tent data.').waitFor({ timeout: 15_000 })
    await page.context().close()
  })

  it('updates e-mail alone, password alone, or both', async () => {
    const page = await openPage(demo.browser, phone)
    await signIn(page, demo.server.url, demo.server.account('tenter'))
    const update = () => page.getByRole('button', { name: 'Update profile' }).click()
    const fill = async (email: string, password: string, confirmed = password) => {
      await page.getByLabel('New email').fill(email)
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('Confirm new password').fill(confirmed)
    }
    await fill('', 'first password', 'another one')
    await update()
    await alert(page, 'Passwords do not match.')
    // Said again, it is a message of its own: read out again, and there for its whole time.
    const [said] = await page.getByRole('alert').elementHandles()
    await update()
    await expect.poll(() => said?.evaluate((element) => element.isConnected)).toBe(false)
    await alert(page, 'Passwords do not match.')
    for (const [email, password] of [
      ['taylor@duke.edu', ''],
      ['', 'second password'],
      ['brooks@duke.edu', 'third password'],
    ] as const) {
      await fill(email, password)
      await update()
      await alert(page, 'Profile updated successfully!')
      expect(await page.getByLabel('New email').inputValue()).toBe('')
    }
    await page.getByText('Now: brooks@duke.edu').waitFor()
    await page.route('**/api/profile/update-email', mute)
    await page.route('**/api/profile/update-password', mute)
    await fill('x@duke.edu', '')
    await update()
    await alert(page, 'Failed to update email.')
    await fill('', 'fourth password')
    await update()
    await alert(page, 'Failed to update password.')
    await page.unroute('**/api/profile/update-password')
    await page.route('**/api/profile/update-password', gone)
    await update()
    await alert(page, 'An unexpected error occurred.')
    await page.unroute('**/api/profile/update-email')
    await fill('not an address@', '')
    await page.evaluate(() => {
      for (const form of document.querySelectorAll('form')) form.noValidate = true
    })
    await update()
    await alert(page, 'Please enter a valid e-mail address.')
    await page.context().close()
  })

  it('takes its message away after 3 s', async () => {
    const page = await openPage(demo.browser, phone)
    await page.clock.install()
    await signIn(page, demo.server.url, demo.server.account('line monitor'))
    await page.getByLabel('New password', { exact: true }).fill('first password')
    await page.getByRole('button', { name: 'Update profile' }).click()
    await alert(page, 'Passwords do not match.')
    await page.clock.fastForward(3000)
    await expect.poll(() => page.getByRole('alert').count(), { timeout: 1500 }).toBe(0)
    await page.context().close()
  })
})

describe('where one is signed in', { timeout: 120_000 }, () => {
  it('is listed with this device first, and ended from here, one by one or all others', async () => {
    const boss = demo.server.account('super user')
    const login = (userAgent: string) =>
      fetch(`${demo.server.url}/api/profile/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify(boss),
      })
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0'
    for (const userAgent of [firefox, 'curl/8', 'curl/8']) await login(userAgent)
    const page = await openPage(demo.browser, phone)
    await signIn(page, demo.server.url, boss)
    const other = await openPage(demo.browser, phone)
    await signIn(other, demo.server.url, boss)

    await page.reload()
    const sessions = page.getByRole('region', { name: 'Where you are signed in' })
    const items = sessions.getByRole('listitem')
    await expect.poll(() => items.count()).toBe(5)
    expect(await items.first().innerText()).toMatch(/Chrome on Linux\s+In use now\s+This device/)
    expect(await items.nth(1).innerText()).toMatch(/Chrome on Linux\s+Last used [\d/]+\s+End/)
    const end = sessions.getByRole('button', { name: /^End: Firefox on Windows/ })
    expect((await end.boundingBox())?.height).toBeGreaterThanOrEqual(44)

    await page.route('**/api/profile/end-session', gone)
    await end.click()
    await alert(page, 'No answer came. What is still in the list is still signed in.')
    await page.unroute('**/api/profile/end-session')
    await end.click()
    await alert(page, 'Signed out there.')
    await expect.poll(() => items.count()).toBe(4)
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await alert(page, 'Signed out everywhere else.')
    await seen(page, 'You are signed in nowhere else.')
    expect(await items.count()).toBe(1)

    await other.reload()
    await other.waitForURL('**/login')
    await page.route('**/api/profile/sessions', mute)
    await page.reload()
    await page
      .getByText('Where you are signed in could not be loaded.')
      .waitFor({ timeout: 15_000 })
    await page.unroute('**/api/profile/sessions')
    await page.getByRole('button', { name: 'Try again' }).click()
    await seen(page, 'This device')
    await other.context().close()
    await page.context().close()
  })
})

describe('the frame', { timeout: 120_000 }, () => {
  it('has a menu on the phone that closes when a link is chosen', async () => {
    const page = await open('/')
    const menu = page.getByRole('navigation', { name: 'Main' })
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'History' }).click()
    await page.waitForURL('**/history')
    await expect.poll(() => menu.isVisible()).toBe(false)
    await page.context().close()
  })

  it('shows each role its links', async () => {
    const links: [Parameters<DemoServer['account']>[0] | null, string[]][] = [
      [null, ['History', 'Policy', 'Calendar', 'Sign In']],
      ['tenter', ['History', 'Policy', 'Calendar', 'Hi, Taylor']],
      ['line monitor', ['History', 'Policy', 'Calendar', 'Tent Check', 'Hi, Morgan']],
      ['super user', ['History', 'Policy', 'Calendar', 'Tent Check', 'LM Dashboard', 'Hi, Harper']],
    ]
    for (const [role, names] of links) {
      const page = await openPage(demo.browser, laptop)
      if (role !== null && role !== 'tenter') {
        await signIn(page, demo.server.url, demo.server.account(role))
      } else if (role === 'tenter') {
        // The profile test before gave the tenter another password.
        await signIn(page, demo.server.url, {
          ...demo.server.account(role),
          password: 'third password',
        })
      }
      await page.goto(demo.server.url)
      const shown = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      await expect.poll(() => shown.allInnerTexts()).toEqual(names)
      await page.context().close()
    }
  })

  it('falls back box by box where the sports service says nothing', async () => {
    const page = await open('/')
    const stats = page.getByRole('region', { name: 'The season' })
    await expect
      .poll(async () => (await stats.innerText()).replace(/\s+/g, ' '))
      .toBe('AP RANK TBD RECORD 0-0 STANDING TBD NEXT OPPONENT TBD NUMBER OF TENTS IN K-VILLE 130')
    await page.context().close()
  })

  it('logs what the home page could not load, and says so on the page', async () => {
    const page = await openPage(demo.browser, phone)
    const lines = consoleOf(page)
    for (const path of ['tent-link', 'tent-checks', 'team-stats']) {
      await page.route(`**/api/${path}`, gone)
    }
    await page.goto(demo.server.url)
    await page.getByText('Tent registration could not be loaded.').waitFor({ timeout: 15_000 })
    await page.getByText('The number of tents could not be loaded.').waitFor({ timeout: 15_000 })
    expect(lines.join('\n')).toContain('could not be reached')
    await page.context().close()
  })

  it('leads any other address home, and shows the router’s own screen when a screen fails', async () => {
    // The service worker would hand out the screen it has kept, whole.
    const page = await openPage(demo.browser, { ...phone, serviceWorkers: 'block' })
    await page.goto(`${demo.server.url}/no/such/screen`)
    await page.waitForURL(`${demo.server.url}/`)
    await page.route('**/assets/history-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export function HistoryScreen() { throw new Error("The pages are torn.") }',
      }),
    )
    await page.goto(`${demo.server.url}/history`)
    await page.getByText('Unexpected Application Error!').waitFor()
    await page.getByText('The pages are torn.').first().waitFor()
    await page.context().close()
  })

  it('shows it, too, when the script of the first screen does not come', async () => {
    const page = await openPage(demo.browser, { ...phone, serviceWorkers: 'block' })
    await page.route('**/assets/history-*.js', gone)
    await page.goto(`${demo.server.url}/history`)
    await page.getByText('Unexpected Application Error!').waitFor()
    await page.context().close()
  })
})
