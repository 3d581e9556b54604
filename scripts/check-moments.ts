import type { Browser, Page } from 'playwright-core'
import { screens } from '../src/shared/screens.ts'
import { openPage, phone, signIn } from '../tests/support/chromium.ts'
import type { DemoServer, Role } from '../tests/support/demo-server.ts'
import { pastEcho } from '../tests/support/finger.ts'
import { type Desk, openDesk } from '../tests/support/marking-phone.ts'
import {
  card,
  cards,
  head,
  markTent,
  members,
  savedLine,
} from '../tests/support/tent-check-page.ts'
import { untilStill } from '../tests/support/until-still.ts'

type Stage = {
  desk: Desk
  /** A phone on the tent check, where there are tents to mark already. */
  open: (role?: Role) => Promise<Page>
  /** Another check of so many tents; gives their labels. */
  anew: (tents: number) => Promise<string[]>
}

/** By the name of its picture: brings a moment about, and gives the phone that sees it. */
const moments: Record<string, (stage: Stage) => Promise<Page>> = {
  async 'onlooker-no-check'({ desk, open, anew }) {
    await anew(1)
    await desk.cancelCheck()
    const page = await open('tenter')
    await page.getByText('No check is in progress.').waitFor()
    return page
  },

  async 'tent-check-no-tents'({ desk, open, anew }) {
    await anew(1)
    const page = await open()
    await page.route('**/api/tent-checks', (route) => route.fulfill({ json: [] }))
    await desk.cancelCheck()
    await page.reload()
    await page.getByRole('heading', { name: 'No tents yet' }).waitFor()
    return page
  },

  async onlooker({ open, anew }) {
    await anew(40)
    const page = await open('tenter')
    await page.getByText('Tents that remain').waitFor()
    return page
  },

  async 'tent-check-landscape'({ open, anew }) {
    await anew(40)
    const page = await open()
    await page.setViewportSize({ width: 844, height: 390 })
    await head(cards(page).nth(1)).click()
    return page
  },

  async 'tent-check-excluding'({ open, anew }) {
    await anew(40)
    const page = await open()
    const tent = cards(page).nth(1)
    await head(tent).click()
    for (const place of [0, 2, 3]) await members(tent).nth(place).click()
    await tent.getByRole('button', { name: 'Exclude someone' }).click()
    await pastEcho(page)
    await members(tent).nth(4).click()
    await tent.getByRole('button', { name: /excluded$/ }).waitFor()
    return page
  },

  async 'tent-check-no-match'({ open, anew }) {
    await anew(40)
    const page = await open()
    await page.getByRole('searchbox').fill('tent 480')
    await cards(page).first().waitFor({ state: 'detached' })
    return page
  },

  async 'tent-check-theirs'({ open, anew }) {
    const [, label = ''] = await anew(40)
    const [page, boss] = [await open(), await open('super user')]
    await head(card(page, label)).click()
    for (const place of [0, 2, 3, 5]) await members(card(page, label)).nth(place).click()
    await markTent(card(boss, label), 'Make')
    await page.getByRole('button', { name: 'Leave it' }).waitFor()
    await boss.context().close()
    return page
  },

  async 'tent-check-offline'({ open, anew }) {
    await anew(40)
    const page = await open()
    await page.context().setOffline(true)
    await markEach(page, ['Make', 'Miss', 'Make'])
    await page.getByText('Offline · 3').waitFor()
    return page
  },

  async 'tent-check-page-done'({ open, anew }) {
    await anew(8)
    const page = await open()
    await markEach(page, ['Make', 'Make', 'Miss', 'Make'])
    await page.getByText('All tents of this page are marked.').waitFor()
    await savedLine(page).waitFor()
    return page
  },

  async 'tent-check-closing'({ open, anew }) {
    await anew(16)
    const page = await open()
    await markEach(page, ['Make', 'Miss', 'Make'])
    await callAll(page)
    return page
  },

  async 'tent-check-miss-rest'({ open, anew }) {
    await anew(9)
    const page = await open()
    await markEach(page, ['Make', 'Make', 'Make'])
    await callAll(page)
    await page.getByRole('button', { name: /^Mark the remaining/ }).click()
    await page.getByRole('list', { name: 'Tents to be missed' }).waitFor()
    return page
  },

  async 'tent-check-conflict'({ desk, open, anew }) {
    const [label = ''] = await anew(40)
    const page = await open()
    // The part that shows it is loaded a little after the page, and must be there once offline.
    await page.waitForFunction(() => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      const parts = loaded.filter((name) => name.includes('/conflicts-'))
      return ['.js', '.css'].every((end) => parts.some((name) => name.endsWith(end)))
    })
    await page.context().setOffline(true)
    await markTent(card(page, label), 'Make')
    await page.getByText('Offline · 1').waitFor()
    const [first] = (await desk.status()).activeTents
    const misses = (first?.numberOfMisses ?? 0) + 1
    await desk.ask('tent-checks/update', { id: first?.id, misses })
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /needs? you$/ }).click()
    const leaves = { name: /^Leave the|^I have read this$/ }
    await page.getByRole('dialog').getByRole('button', leaves).first().waitFor()
    return page
  },

  async 'tent-check-end-question'({ open, anew }) {
    await anew(9)
    const page = await open()
    await markEach(page, ['Make', 'Make', 'Make', 'Miss'])
    await page.getByRole('button', { name: 'End Check' }).click()
    await page.getByRole('dialog').waitFor()
    return page
  },

  async 'tent-check-all-marked'({ open, anew }) {
    await anew(1)
    const [page, boss] = [await open(), await open('super user')]
    await markTent(cards(boss).first(), 'Make')
    await cards(page).first().waitFor({ state: 'detached' })
    // Opened only now: a page that has Still out open already would keep its list.
    await page.getByRole('tab', { name: 'Still out' }).click()
    await page.getByRole('heading', { name: 'All tents are marked' }).waitFor()
    await boss.context().close()
    return page
  },

  async 'tent-check-ending'({ open, anew }) {
    await anew(1)
    const page = await open()
    await markTent(cards(page).first(), 'Miss')
    await page.getByRole('button', { name: 'Undo the last mark' }).waitFor()
    return page
  },
}

/** Draws moments of a check that need more than one person, or another hold of the phone. */
export async function drawMoments(
  browser: Browser,
  server: DemoServer,
  into: string,
  isWanted: (name: string) => boolean,
) {
  const desk = await openDesk(server)
  const anew = async (tents: number) => {
    const { checkId } = await desk.status()
    if (checkId !== null) await desk.cancelCheck()
    return desk.startCheck(tents, 2)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    const open = async (role: Role = 'line monitor') => {
      const page = await openPage(browser, { ...phone, deviceScaleFactor: 1, colorScheme })
      await signIn(page, server.url, server.account(role), screens.tentCheck.path)
      if (role !== 'tenter') await cards(page).first().waitFor()
      return page
    }
    for (const [name, bringAbout] of Object.entries(moments)) {
      if (!isWanted(name)) continue
      const page = await bringAbout({ desk, open, anew })
      await page.screenshot({ path: `${into}/${name}-phone-${colorScheme}.png` })
      await page.context().close()
    }
  }
}

/** Marks the first tents of the page, one after the other. */
async function markEach(page: Page, outcomes: readonly ('Miss' | 'Make')[]): Promise<void> {
  for (const outcome of outcomes) {
    const label = (await cards(page).first().getAttribute('aria-label')) ?? ''
    await markTent(cards(page).first(), outcome)
    await page.getByRole('article', { name: label, exact: true }).waitFor({ state: 'detached' })
  }
}

/** Calls who is still out for the last time, so that the countdown runs. */
async function callAll(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Still out' }).click()
  for (const name of ['1st call', '2nd call', 'Final call']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await page.getByRole('timer').first().waitFor()
  // The last button is on its way to another colour.
  await untilStill(page)
}
