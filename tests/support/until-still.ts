import type { Page } from 'playwright-core'

/** Waits until all animations and transitions of a page have ended, except endless ones. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // No function with a name here: tsx would add a helper that the page does not have.
    let ending: Animation[]
    do {
      ending = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
      // What ends may begin the next one. One that is cancelled is at its end as well.
      await Promise.allSettled(ending.map(({ finished }) => finished))
    } while (ending.length > 0)
  })
}
