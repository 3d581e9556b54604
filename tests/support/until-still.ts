import type { Page } from 'playwright-core'

/** Waits until all animations and transitions of a page have ended, except endless ones. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    // What ends may begin the next one. One that is cancelled is at its end as well.
    for (let now = ending(); now.length > 0; now = ending())
      await Promise.allSettled(now.map(({ finished }) => finished))
  })
}
