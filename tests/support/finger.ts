import type { CDPSession, Locator, Page } from 'playwright-core'
import { bounceMs } from '../../src/web/ui/use-settled.ts'

/** Until the next tap or key is no echo of the last one. */
export const pastEcho = (page: Page) => page.waitForTimeout(bounceMs + 100)

/** A finger on a page, by Chromium's own touch events; it counts what it does. */
export async function putFingerOn(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  let taps = 0

  /** Taps. `at`: the event's time for the page (ms, as of Date.now), even if it comes later. */
  async function tapAt(x: number, y: number, at = Date.now()): Promise<void> {
    taps += 1
    const [timestamp, touchPoints] = [at / 1000, [{ x, y }]]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp })
  }
  /** The middle of what is in sight already: a finger that has to swipe first is a fault. */
  async function spotOf(target: Locator): Promise<{ x: number; y: number }> {
    await target.waitFor()
    const found = await target.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const spot = { x: x + width / 2, y: y + height / 2 }
      const top = document.elementFromPoint(spot.x, spot.y)
      return { spot, isInSight: top !== null && (element.contains(top) || top.contains(element)) }
    })
    if (!found.isInSight) throw new Error(`Not in sight: ${target}`)
    return found.spot
  }
  return {
    tapAt,
    spotOf,
    /** From one spot to the other without being lifted, as one draws. */
    async draw(from: Locator, to: Locator): Promise<void> {
      const [start, end] = [await spotOf(from), await spotOf(to)]
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
      for (const share of [0.2, 0.4, 0.6, 0.8, 1]) {
        const x = start.x + share * (end.x - start.x)
        const y = start.y + share * (end.y - start.y)
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] })
      }
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
    tap: async (target: Locator) => {
      const { x, y } = await spotOf(target)
      await tapAt(x, y)
    },
    /** Taps the target's spot twice, `afterMs` apart, whatever is there the second time. */
    async tapTwice(target: Locator, afterMs: number): Promise<void> {
      const { x, y } = await spotOf(target)
      const at = Date.now()
      await tapAt(x, y, at)
      // One finger: it is lifted before it comes down again.
      const leftMs = at + afterMs - Date.now()
      if (leftMs > 0) await new Promise((done) => setTimeout(done, leftMs))
      await tapAt(x, y, at + afterMs)
    },
    taps: () => taps,
  }
}
