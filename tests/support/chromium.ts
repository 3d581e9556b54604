import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from './find-programs.js'

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

export const laptop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

/** The Chromium of this machine, without a window. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('There is no Chromium on this machine')
  // As root its sandbox cannot work; the pages are all our own.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** What a page complained of, except that the network was gone, which these tests arrange. */
const complaints = new WeakMap<Page, string[]>()
const networkIsGone = /Failed to load resource|WebSocket|ERR_|NetworkError|could not be reached/

/** A page of a browser of its own, as another phone would be; it remembers what goes wrong in it. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = phone,
): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  // Two browsers and a server on two busy cores take their time.
  page.setDefaultTimeout(60_000)
  const heard: string[] = []
  complaints.set(page, heard)
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !networkIsGone.test(message.text())) {
      heard.push(message.text())
    }
  })
  return page
}

/** Everything that went wrong in a page so far. */
export function complaintsOf(page: Page): string[] {
  return complaints.get(page) ?? []
}

/** Keeps what a page asks for at such addresses from leaving, until what this gives is called. */
export async function holdBack(page: Page, addresses: string): Promise<() => void> {
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(addresses, async (route) => {
    await isLetGo
    await route.continue()
  })
  return letGo
}

export async function signIn(
  page: Page,
  url: string,
  { netID, password }: { netID: string; password: string },
): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('NetID').fill(netID)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/profile')
}
