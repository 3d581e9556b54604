import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { complaintsOf, holdBack, laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'

const demo = demoForAll()

/** What a page says of a screen whose script does not come. */
const scriptIsGone = 'Failed to fetch dynamically imported module'
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()

describe('login and registration', { timeout: 120_000 }, () => {
  it('keeps a session that is still looked up when one goes on to another screen', async () => {
    const page = await openPage(demo.browser)
    await signIn(page, demo.server.url, demo.server.account('tenter'))
    for (let times = 0; times < 2; times += 1) {
      const letGo = await holdBack(page, '**/api/profile/verify-token')
      const asked = page.waitForRequest('**/api/profile/verify-token')
      await page.goto(`${demo.server.url}/profile`)
      await asked
      await page.goto(`${demo.server.url}/robots.txt`)
      letGo()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
    }
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
})

describe('a button that is tapped before the scripts are there', { timeout: 120_000 }, () => {
  it('does what it says once they are', async () => {
    const page = await openPage(demo.browser, phone)
    const letScriptsCome = await holdBack(page, '**/assets/index-*.js')
    await page.goto(`${demo.server.url}/login`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Register here' }).tap()
    letScriptsCome()
    await page.getByLabel('First name').waitFor()
    await page.context().close()
  })
})

describe('the frame', { timeout: 120_000 }, () => {
  it('has a menu on the phone that closes when a link is chosen', async () => {
    const page = await openPage(demo.browser, phone)
    await page.goto(demo.server.url)
    const menu = page.getByRole('navigation', { name: 'Main' })
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'History' }).click()
    await page.waitForURL('**/history')
    await expect.poll(() => menu.isVisible()).toBe(false)
    await page.context().close()
  })

  it('leads any other address home, and shows the router’s own screen when a screen fails or its script does not load', async () => {
    // The service worker would hand out the screen it has kept, whole.
    const page = await openPage(demo.browser, phone)
    await page.goto(`${demo.server.url}/no/such/screen`)
    await page.waitForURL(`${demo.server.url}/`)
    const script = '**/assets/history-*.js'
    await page.route(script, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export function Screen() { throw new Error("The pages are torn.") }',
      }),
    )
    await page.goto(`${demo.server.url}/history`)
    await page.getByText('Unexpected Application Error!').waitFor()
    await page.getByText('The pages are torn.').first().waitFor()
    expect(complaintsOf(page).join()).toContain('The pages are torn.')

    await page.unroute(script)
    await page.route(script, (route) => route.abort())
    await page.reload()
    await page.getByText('Unexpected Application Error!').waitFor()
    expect(complaintsOf(page).join()).toContain(scriptIsGone)
    await page.context().close()
  })

  /** It has happened when the page was told of it, a frame later. */
  const scroll = (page: Page, to: number) =>
    page.evaluate((top) => {
      if (Math.round(scrollY) === top) return
      const isOver = new Promise((told) => addEventListener('scroll', told, { once: true }))
      scrollTo(0, top)
      return isOver.then(() => undefined)
    }, to)

  it('begins a screen at its top, goes back to where one was, and follows a link within a screen, however far down the first one was', async () => {
    const page = await openPage(demo.browser, phone)
    await page.goto(`${demo.server.url}/history`)
    const tieBreak = page.getByText('The trivia tie-break')
    const question = page.getByRole('heading', { name: 'What is a tent check?' })
    const place = () => page.evaluate(() => Math.round(scrollY))
    await tieBreak.waitFor()
    await scroll(page, 900)
    expect(await place()).toBe(900)
    await page.getByRole('link', { name: 'FAQ' }).evaluate((link: HTMLElement) => link.click())
    await question.waitFor()
    expect(await place()).toBe(0)
    await scroll(page, 300)
    expect(await place()).toBe(300)
    await page.goBack()
    await tieBreak.waitFor()
    await expect.poll(place).toBe(900)
    await page.goForward()
    await question.waitFor()
    await expect.poll(place).toBe(300)
    await page.evaluate(() => {
      location.hash = 'main'
    })
    // Drawn twice: whatever follows the address has come.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    expect(await place()).toBeLessThan(200)
    await page.context().close()
  })

  it('finds the old place again after a reload, as soon as what was there has come, unless the reader moves first', async () => {
    const page = await openPage(demo.browser, phone)
    await page.goto(`${demo.server.url}/faq`)
    const question = page.getByRole('heading', { name: 'What is a tent check?' })
    const place = () => page.evaluate(() => Math.round(scrollY))
    let answer = () => {}
    const reload = async () => {
      await question.waitFor()
      await scroll(page, 1500)
      const asked = page.waitForRequest('**/api/pages/faq')
      await page.reload()
      await asked
      expect(await question.isVisible()).toBe(false)
    }
    await question.waitFor()
    await page.route('**/api/pages/faq', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    await reload()
    answer()
    await expect.poll(place).toBe(1500)
    await reload()
    await page.keyboard.press('Home')
    answer()
    await question.waitFor()
    await expect.poll(place).toBe(0)
    await page.context().close()
  })

  it('shows it, too, when a later screen does not load, and loads it when asked again', async () => {
    const page = await openPage(demo.browser, laptop)
    await page.route('**/assets/history-*.js', (route) => route.abort())
    await page.goto(demo.server.url)
    const history = page.getByRole('link', { name: 'History' }).first()
    await history.click()
    await page.getByText('Unexpected Application Error!').waitFor()
    expect(complaintsOf(page).join()).toContain(scriptIsGone)
    await page.unroute('**/assets/history-*.js')
    await page.goBack()
    await history.click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/history')
    await page.context().close()
  })
})
