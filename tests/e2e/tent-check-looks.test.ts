import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { tooFaintOn, violationsOf } from '../support/axe.ts'
import { openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { pastEcho } from '../support/finger.ts'
import { openDesk } from '../support/marking-phone.ts'
import {
  card,
  cards,
  head,
  lines,
  markTent,
  members,
  readConflict,
} from '../support/tent-check-page.ts'

const demo = demoForAll()

async function openTentCheck(
  role: Role,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<Page> {
  const page = await openPage(demo.browser, { ...phone, reducedMotion: 'reduce' })
  await before(page)
  await signIn(page, demo.server.url, demo.server.account(role), '/tent-check')
  return page
}

/** What reaches past the side of the screen, or of the dialog that it stands in. */
async function cutOffOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('dialog[open], p > [class*=state_]')]
      .filter(
        (it) => it.scrollWidth > it.clientWidth || it.getBoundingClientRect().right > innerWidth,
      )
      .map((it) => `${it.textContent} is cut off`),
  )
}

/**
 * Which parts of the status row stand upon each other, on phones of several widths. And whether the
 * clock of the calls is hidden because there is no space for it.
 */
async function overlapsOn(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of [320, 360, 430, 844, 390]) {
    await page.setViewportSize({ width, height: width === 844 ? 390 : 844 })
    const row = page.getByRole('status').first().locator('..')
    const isCut = async (part: Locator) => {
      if ((await part.count()) === 0) return false
      return part.evaluate((it) => {
        const { left, right, top } = it.getBoundingClientRect()
        const { bottom, right: end } = (it.closest('p') ?? it).getBoundingClientRect()
        return top >= bottom || right > end + 1 || left < 0
      })
    }
    if (await isCut(row.getByRole('timer'))) found.push(`at ${width} the clock is cut`)
    const isPhone = width === 360 || width === 390
    if (isPhone && (await isCut(row.locator('[class*=total_]')))) {
      found.push(`at ${width} what is left in all is cut`)
    }
    const parts = await row.locator('p > span, button').evaluateAll((all) =>
      all.map((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return { text: part.textContent ?? '', left, right, top, bottom }
      }),
    )
    for (const one of parts)
      for (const other of parts)
        if (one !== other && one.left < other.left && one.right > other.left)
          if (one.bottom > other.top && other.bottom > one.top)
            found.push(`at ${width} ${one.text} reaches into ${other.text}`)
  }
  return found
}

const wrong: string[] = []
async function look(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  wrong.push(...(await tooFaintOn(page)).map((what) => `${state}, dark: ${what}`))
  await page.emulateMedia({ colorScheme: 'light' })
  // But for contrast, axe's rules do not ask for colours: one of the two is enough.
  const found = (await violationsOf(page, 'AAA')).map((what) => what.join(' '))
  wrong.push(...[...found, ...(await cutOffOn(page))].map((what) => `${state}, light: ${what}`))
}

it('every state of the tent check is whole on a phone, without a fault for axe, and has contrast AAA, dark and light', async () => {
  const desk = await openDesk(demo.server)
  // A bad network: the styles of a part that is loaded later fail once.
  const styles: string[] = []
  const failOnce = (page: Page) =>
    page.route(/conflicts-[^/]*\.css$/, (route) => {
      styles.push(route.request().url())
      return styles.length === 1 ? route.abort() : route.continue()
    })
  const [page, boss, tenter] = await Promise.all([
    openTentCheck('line monitor', failOnce),
    openTentCheck('super user'),
    openTentCheck('tenter'),
  ])
  await page.getByRole('button', { name: 'Start Check' }).waitFor()
  await look(page, 'the start')
  await look(tenter, 'no check')

  const [one = '', two = '', three = '', four = '', ...others] = await desk.startCheck(9, 2)
  await cards(page).first().waitFor()
  await tenter.getByText('Not checked yet').waitFor()
  await look(tenter, 'looking on')
  await head(card(page, one)).click()
  await members(card(page, one)).first().click()
  await look(page, 'an open tent')
  await card(page, one).getByRole('button', { name: 'Exclude someone' }).click()
  await pastEcho(page)
  await members(card(page, one)).last().click()
  await look(page, 'excluding in an open tent')
  await pastEcho(page)
  await card(page, one).getByRole('button', { name: 'Done excluding' }).click()
  await card(page, one).getByRole('button', { name: 'Make, tent' }).click()
  await look(page, 'asked about a Make of too few')
  await card(page, one).getByRole('button', { name: 'Make anyway' }).click()
  await lines(page).first().waitFor()
  await head(card(page, two)).click()
  for (const place of [0, 1, 2]) await members(card(page, two)).nth(place).click()
  await markTent(card(boss, two), 'Miss')
  await card(page, two)
    .getByText(/^Harper marked it as Miss, .* Ask Harper/)
    .waitFor()
  expect(await card(page, two).getByRole('button', { pressed: true }).count()).toBe(3)
  await look(page, 'a tent that a colleague marked, with its ticks')
  await pastEcho(page)
  await card(page, two).getByRole('button', { name: 'Leave it' }).click()
  await lines(page)
    .getByText(/ · Miss by Harper$/)
    .waitFor()
  await pastEcho(page)
  await markTent(card(page, three), 'Miss')
  await page.getByRole('searchbox').fill('a')
  await look(page, 'a search')
  await page.getByRole('searchbox').fill('nobody of this name')
  await look(page, 'a search for nothing')
  await page.getByRole('searchbox').fill('')

  await page.context().setOffline(true)
  await markTent(card(page, four), 'Make')
  await page.getByText('Offline · 1').waitFor()
  await look(page, 'offline')
  await markTent(card(boss, four), 'Miss')
  await expect.poll(async () => (await desk.marked()).get(four)).toBe('miss')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '1 needs you' }).waitFor()
  await page.context().setOffline(true)
  await page.locator('p').getByText('Offline').waitFor()
  await look(page, 'one that needs its monitor, offline')
  expect(await overlapsOn(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '1 needs you' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the Miss' }).waitFor()
  await look(page, 'a conflict')
  expect(styles).toHaveLength(2)
  const sides = page.getByRole('dialog').locator('dl > div')
  const tops = await sides.evaluateAll((all) => all.map((side) => side.getBoundingClientRect().top))
  expect(tops).toEqual([tops[0], tops[0]])
  await page.getByRole('button', { name: 'Not now' }).click()

  await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
  await page.getByText('Excluded', { exact: true }).first().waitFor()
  await look(page, 'the Duke Card Checker')
  await page.evaluate(() => scrollTo(0, 0))
  const letters = page.getByRole('navigation', { name: 'Letters' }).getByRole('link')
  const hidden = await letters.evaluateAll((links) =>
    links.flatMap((link) => {
      const { x, y, width, height } = link.getBoundingClientRect()
      const onTop = document.elementFromPoint(x + width / 2, y + height / 2)
      return onTop === link ? [] : [link.textContent]
    }),
  )
  expect(await letters.count()).toBeGreaterThan(5)
  expect(hidden).toEqual([])
  await page.getByRole('tab', { name: 'Still out' }).click()
  await page.getByRole('button', { name: '1st call', exact: true }).click()
  await page.getByRole('button', { name: '2nd call', exact: true }).click()
  await boss.getByRole('timer').getByText('2nd call').waitFor()
  expect(await overlapsOn(boss)).toEqual([])
  await page.getByRole('button', { name: 'Final call', exact: true }).click()
  await page
    .getByText(/^closes in/)
    .first()
    .waitFor()
  await look(page, 'closing')
  const closing = async () => {
    // The connection of the time before it was offline may still be given up.
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await overlapsOn(page)).toEqual([])
    await page.context().setOffline(true)
    await page.locator('p').getByText('Offline').waitFor()
    expect(await overlapsOn(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByText('Live', { exact: true }).waitFor()
  }
  await page.getByRole('tab', { name: 'Page 1' }).click()
  await closing()
  await readConflict(page)
  await closing()
  await page.getByRole('tab', { name: 'Still out' }).click()
  await page.getByRole('button', { name: /^Mark the remaining/ }).click()
  await page.getByRole('list', { name: 'Tents to be missed' }).waitFor()
  await look(page, 'the rest to be missed')
  await page.getByRole('button', { name: 'Mark 5 as missed' }).click()
  await page.getByText('No more tents').waitFor()
  await look(page, 'the end')
  await page.getByRole('heading', { name: 'That was the check' }).waitFor()
  await look(page, 'the summary')
  expect(others).toHaveLength(5)
  expect(wrong).toEqual([])
  await Promise.all([page, boss, tenter].map((each) => each.context().close()))
}, 240_000)

it('a text with less contrast than AAA is found', async () => {
  const page = await openPage(demo.browser)
  await page.setContent('<html lang="en"><p style="color: #666">Faint</p></html>')
  expect(await tooFaintOn(page)).toMatchObject([expect.stringContaining('Faint')])
  const rules = (await violationsOf(page, 'AAA')).map(([rule]) => rule)
  expect(rules).toContain('color-contrast-enhanced')
  await page.context().close()
})
