import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { launchChromium, openPage, phone } from '../tests/support/chromium.ts'
import { quantile } from './figures.ts'

/** Lighthouse's "slow 4G" as DevTools applies it: to each request, a delay and a share of the line. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

export type Slowness = { cpu?: number; slow4g?: boolean }

export type Felt = {
  /** From each tap or key to the next picture. */
  interactionsMs: number[]
  longTasksMs: number[]
  lcpMs: number
}

const browser = await launchChromium()

/** A page as on a slower phone, of a browser that has never been here; it watches what one feels. */
export async function openSlowPage(
  { cpu = 1, slow4g: isSlow4g = false }: Slowness,
  options: BrowserContextOptions = phone,
): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await openPage(browser, options)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (isSlow4g) await cdp.send('Network.emulateNetworkConditions', slow4g)
  await page.addInitScript({ path: 'bench/watch-feelings.js' })
  return { page, cdp }
}

/** Slows the network of the service workers, too: that of a page does not apply to them. */
export async function slowServiceWorkers(): Promise<void> {
  const cdp = await browser.newBrowserCDPSession()
  const { targetInfos } = await cdp.send('Target.getTargets')
  for (const { targetId } of targetInfos.filter(({ type }) => type === 'service_worker')) {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false })
    const answered = new Promise((resolve) => cdp.once('Target.receivedMessageFromTarget', resolve))
    const method = 'Network.emulateNetworkConditions'
    const message = JSON.stringify({ id: 1, method, params: slow4g })
    await cdp.send('Target.sendMessageToTarget', { sessionId, message })
    await answered
  }
}

export function closeBrowser(): Promise<void> {
  return browser.close()
}

declare global {
  interface Window {
    felt: { interactions: Map<number, number>; longTasksMs: number[]; lcpMs: number }
  }
}

/** What was felt since it was last asked for. */
export async function feelings(page: Page): Promise<Felt> {
  await settle(page)
  return page.evaluate(() => {
    const { interactions, longTasksMs, lcpMs } = window.felt
    const all = { interactionsMs: [...interactions.values()], longTasksMs: [...longTasksMs], lcpMs }
    interactions.clear()
    longTasksMs.length = 0
    return all
  })
}

/** Until the page has nothing left to do and has shown it. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2000 })),
        )
      }),
  )
}

/** Brings something to the middle of the screen and puts a finger on it. */
export async function tap(page: Page, selector: string, place = 0): Promise<void> {
  const spot = await page.evaluate(
    ([wanted, index]) => {
      const element = document.querySelectorAll(wanted)[index]
      if (element === undefined) throw new Error(`There is no ${wanted} number ${index}`)
      element.scrollIntoView({ block: 'center' })
      return new Promise<{ x: number; y: number }>((resolve) => {
        // What comes into sight is laid out first, and may move.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            element.scrollIntoView({ block: 'center' })
            const { x, y, width, height } = element.getBoundingClientRect()
            resolve({ x: x + width / 2, y: y + height / 2 })
          }),
        )
      })
    },
    [selector, place] as const,
  )
  await settle(page)
  await page.touchscreen.tap(spot.x, spot.y)
  await settle(page)
}

/** p50, p98 and the worst of so many, as cells of a table. */
export function spread(interactionsMs: readonly number[], made: number): string[] {
  if (interactionsMs.length !== made) {
    throw new Error(`${made} taps or keys were felt ${interactionsMs.length} times`)
  }
  return [0.5, 0.98, 1].map((share) => quantile(interactionsMs, share).toFixed(0))
}
