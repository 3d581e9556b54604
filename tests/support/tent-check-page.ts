import type { Locator, Page } from 'playwright-core'

/** The tents that are to be marked. */
export const cards = (page: Page) =>
  page.getByRole('list', { name: 'Tents to mark' }).getByRole('article')

/** One tent that is to be marked, by its label. */
export const card = (page: Page, label: string) =>
  page.getByRole('article', { name: `Tent ${label}`, exact: true })

export const head = (tent: Locator) => tent.getByRole('heading').getByRole('button')

export const members = (tent: Locator) =>
  tent.getByRole('list', { name: 'Members present' }).getByRole('button')

/** The lines of what was marked while one looked. */
export const lines = (page: Page) =>
  page.getByRole('list', { name: 'Marked', exact: true }).getByRole('listitem')

/** The server has the first, or the latest, of this phone's marks that are in sight. */
export const savedLine = (page: Page) => page.getByText(/^saved · /).first()
export const waitingLine = (page: Page) => page.getByText(/^(not sent yet|sending) · /).first()

/** Opens a tent and marks it; of a Make that counts too few it says so. */
export async function markTent(tent: Locator, outcome: 'Miss' | 'Make'): Promise<void> {
  if ((await head(tent).getAttribute('aria-expanded')) === 'false') await head(tent).click()
  await tent.getByRole('button', { name: `${outcome}, tent` }).click()
  const anyway = tent.getByRole('button', { name: 'Make anyway' })
  if ((await anyway.count()) > 0) await anyway.click()
}

/**
 * A function in the page that taps, faster than any thumb: pass it to `evaluate`, until the page is
 * loaded again. It resolves after the tap is handled; a missing button is not tapped.
 */
export const tapIn = (page: Page) =>
  page.evaluateHandle(() => async (button: Element | null | undefined) => {
    // Each in a place of its own: none is an echo of the last.
    const clientX = Number(document.body.dataset['tap'] ?? 0) + 100
    document.body.dataset['tap'] = String(clientX)
    const tap = { bubbles: true, cancelable: true, detail: 1, clientX }
    button?.dispatchEvent(new MouseEvent('click', tap))
    await new Promise((drawn) => setTimeout(drawn))
  })

/** Marks the first so many tents of the page one after the other, without a pause. */
export async function markFirst(
  page: Page,
  count: number,
  outcome: (place: number) => 'Miss' | 'Make',
): Promise<void> {
  const outcomes = Array.from({ length: count }, (_, place) => outcome(place))
  const tap = await tapIn(page)
  await page.evaluate(
    async ({ outcomes, tap }) => {
      for (const outcome of outcomes) {
        const tent = document.querySelector('ul[aria-label="Tents to mark"] article')
        await tap(tent?.querySelector('h2 button'))
        await tap(tent?.querySelector(`[aria-label^="${outcome}, tent"]`))
        const buttons = [...(tent?.querySelectorAll('button') ?? [])]
        await tap(buttons.find(({ textContent }) => textContent === 'Make anyway'))
      }
    },
    { outcomes, tap },
  )
}

/** Looks at what needs this monitor, and leaves what stands. */
export async function readConflict(page: Page): Promise<void> {
  await page.getByRole('button', { name: /needs? you$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Leave the|^I have read this$/ })
    .first()
    .click()
}
