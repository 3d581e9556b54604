import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, findHeadlessShell } from './find-programs.js'

/**
 * Without a service worker, which fetches every screen before it is wanted: tests of what is there
 * without a network allow it.
 */
const noWorker = { serviceWorkers: 'block' } as const

export const phone: BrowserContextOptions = {
  ...noWorker,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

export const laptop: BrowserContextOptions = {
  ...noWorker,
  viewport: { width: 1280, height: 800 },
}

export const withWorker = { serviceWorkers: 'allow' } as const

/** The Chromium of this machine, without a window. */
export function launchChromium(executablePath = findChromium()): Promise<Browser> {
  if (executablePath === null) throw new Error('There is no Chromium on this machine')
  // As root its sandbox cannot work; the pages are all our own.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

let shared: Promise<Browser> | undefined

/**
 * One for all test files of a worker: contexts of their own keep their pages apart. The headless shell
 * where there is one.
 */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium(findHeadlessShell() ?? findChromium())
  return shared
}

/** Closes every page of the shared one. */
export async function closePages(): Promise<void> {
  const contexts = (await shared)?.contexts() ?? []
  await Promise.all(contexts.map((context) => context.close()))
}

const opened = new Set<Page>()

/** Every page that is open in this worker, of whichever browser. */
export function openPages(): Page[] {
  return [...opened]
}

const isArranged =
  /Failed to load resource|WebSocket|ERR_|NetworkError|could not be reached|Please sign in first/

/**
 * What pages complained of and no test has taken, except that the network was gone or a session had
 * ended, which these tests arrange.
 */
let complaints: { page: Page | null; text: string }[] = []

/**
 * A page of a browser of its own, as another phone would be. What goes wrong in it, or in another tab
 * of that browser, fails the test, unless the test takes it by `complaintsOf`.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = phone,
): Promise<Page> {
  const context = await browser.newContext(options)
  context.on('weberror', (thrown) => {
    complaints.push({ page: thrown.page(), text: thrown.error().message })
  })
  context.on('console', (message) => {
    if (message.type() === 'error' && !isArranged.test(message.text())) {
      complaints.push({ page: message.page(), text: message.text() })
    }
  })
  const page = await context.newPage()
  // Two browsers and a server on two busy cores take their time.
  page.setDefaultTimeout(60_000)
  opened.add(page)
  page.on('close', () => opened.delete(page))
  return page
}

/** Takes what went wrong in a page so far, where a test expects it. */
export function complaintsOf(page: Page): string[] {
  const taken = complaints.filter((one) => one.page === page)
  complaints = complaints.filter((one) => one.page !== page)
  return taken.map(({ text }) => text)
}

/** Takes what went wrong in any page, closed ones too; each with its address. */
export function allComplaints(): string[] {
  const taken = complaints
  complaints = []
  return taken.map(({ page, text }) => `${page?.url() ?? 'a page'}: ${text}`)
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

/** Signs a browser in without its form, and opens a screen as that person. */
export async function signIn(
  page: Page,
  url: string,
  account: { netID: string; password: string },
  path = '/profile',
): Promise<void> {
  // Of our own origin, and no screen.
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/profile/login', { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    localStorage.setItem('token', (await answer.json()).token)
  }, JSON.stringify(account))
  await page.goto(`${url}${path}`)
}
