import type { Locator } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { pastEcho } from '../support/finger.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { cards, head, lines, members } from '../support/tent-check-page.ts'

let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
  await desk.mustShow(2)
})
beforeEach(() => desk.cancelCheck())

async function openTentCheck(options: object) {
  const page = await openPage(demo.browser, options)
  await signIn(page, demo.server.url, demo.server.account('line monitor'), '/tent-check')
  await cards(page).first().waitFor()
  return page
}

describe('the tent check', { timeout: 120_000 }, () => {
  it('goes by keyboard alone, with M and Z', async () => {
    await desk.startCheck(130, 3)
    const page = await openTentCheck(laptop)
    await page.keyboard.type('12')
    const tent = cards(page).first()
    // It opens by itself after a moment; Enter leaves it open.
    await members(tent).first().waitFor()
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel)
    await expect.poll(focused).toMatch(/^Members present/)
    const ring = () =>
      page.evaluate(() => getComputedStyle(document.activeElement ?? document.body))
    expect((await ring()).outlineStyle).toBe('solid')
    await page.setViewportSize({ width: 900, height: 800 })
    expect((await ring()).outlineStyle).toBe('solid')
    // A laptop at twice its size: the keys stand on what they press, and others still search.
    await page.setViewportSize({ width: 640, height: 400 })
    expect(await page.getByRole('search').isVisible()).toBe(true)
    const miss = tent.getByRole('button', { name: 'Miss, tent' })
    const key = miss.evaluate((button) => getComputedStyle(button, '::after').content)
    expect(await key).toContain('"M"')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('m')
    await lines(page).getByText('12 · Miss').waitFor()
    await page.keyboard.press('z')
    await lines(page).getByText('12 · Miss').waitFor({ state: 'detached' })

    // Whoever has scrolled away from a tent sees it again as they leave it.
    await page.getByRole('tab', { selected: true }).click()
    await head(tent).click()
    await members(tent).first().waitFor()
    await page.evaluate(() => scrollBy({ top: 2000, behavior: 'instant' }))
    await page.keyboard.press('Escape')
    await members(tent).first().waitFor({ state: 'detached' })
    // Not under the bar on top, with no part of it.
    const isSeen = head(tent).evaluate((button) => {
      const { left, top, width } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + 1))
    })
    expect(await isSeen).toBe(true)
    await page.context().close()
  })

  it('has a name for everything, and room for text twice as large', async () => {
    await desk.startCheck(9, 2)
    const page = await openTentCheck(phone)
    await head(cards(page).first()).click()
    await page.getByRole('tab', { name: /^Page 1 \(.*\), 5 left/ }).waitFor()
    await page.getByRole('tabpanel', { name: 'Page 1' }).waitFor()
    await page
      .getByRole('heading', { name: /^A/ })
      .getByRole('button', { expanded: true })
      .waitFor()
    const tent = cards(page).first()
    await tent.getByRole('list', { name: 'Members present' }).waitFor()
    const parts = [
      page.getByText('Live', { exact: true }),
      page.getByRole('tab').first(),
      page.getByText('Duke Card Checker'),
      tent.getByText(/ticked/),
      tent.getByRole('button', { name: 'Miss, tent' }),
    ]
    const sizes = () =>
      Promise.all(
        parts.map((part) =>
          part.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize)),
        ),
      )
    const usual = await sizes()
    // As one chooses it in the browser's settings, which media queries go by, too.
    const settings = await page.context().newCDPSession(page)
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    const large = await sizes()
    expect(large.filter((size, place) => size < 1.4 * (usual[place] ?? 0))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const buttons = await page
      .getByRole('button')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
          .map((one) => one.textContent),
      )
    expect(buttons).toEqual([])
    // Nothing lies over them, such as the search.
    for (const outcome of ['Miss', 'Make']) {
      const button = tent.getByRole('button', { name: `${outcome}, tent` })
      const covered = await button.evaluate((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect()
        const isIt = (y: number) => it.contains(document.elementFromPoint((left + right) / 2, y))
        return [top + 2, bottom - 2].filter((y) => !isIt(y))
      })
      expect([outcome, covered]).toEqual([outcome, []])
    }
    // What is said stays in sight with the list scrolled.
    await tent.getByRole('button', { name: 'Exclude someone' }).click()
    await pastEcho(page)
    await members(tent).first().click()
    await page.evaluate(() => scrollTo(0, 2000))
    const alert = await page.getByText(/ (is|are) excluded\./).boundingBox()
    expect(alert?.y).toBeGreaterThanOrEqual(0)
    await page.context().close()
  })

  it('turned on its side and locked goes on where it was', async () => {
    await desk.startCheck(9)
    const { checkId } = await desk.status()
    const page = await openTentCheck(phone)
    await desk.ask('check-calls', { checkId, call: 1 })
    await page.getByRole('timer').getByText('1st call').waitFor()
    // One checker's tents are said once, in words or with a slash.
    const row = page.getByRole('status').first().locator('..')
    const words = row.locator('[data-words]', { hasText: /of|left/ })
    const places = words.evaluateAll((all) => all.map((one) => getComputedStyle(one).position))
    expect(await places).toEqual(['absolute', 'absolute'])
    const tent = cards(page).first()
    await head(tent).click()
    await members(tent).first().click()
    const miss = tent.getByRole('button', { name: 'Miss, tent' })
    const bottomOf = async (part: Locator) => {
      const box = await part.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    // A phone whose lower edge is kept for a gesture.
    const session = await page.context().newCDPSession(page)
    const keepBelow = (bottom: number) =>
      session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom } })
    await keepBelow(34)
    const dock = await page.getByRole('search').boundingBox()
    expect(dock?.height).toBe(65 + 34)
    expect(await bottomOf(miss.locator('..'))).toBe(dock?.y)
    await page.setViewportSize({ width: 844, height: 390 })
    await keepBelow(21)
    expect(await bottomOf(miss)).toBeLessThanOrEqual(390 - 21)
    expect(await bottomOf(miss.locator('..'))).toBe(390)
    await keepBelow(0)
    const top = await page.getByRole('tablist').locator('..').boundingBox()
    expect(top?.height).toBeLessThanOrEqual(78)
    const bar = await miss.locator('..').boundingBox()
    // Nothing stands below the bar, and more than half of the screen is the members'.
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(390)
    expect((top?.height ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(195)
    // A small phone, too.
    await page.setViewportSize({ width: 568, height: 320 })
    const low = await page.getByRole('tablist').locator('..').boundingBox()
    expect(low?.height).toBeLessThanOrEqual(320 / 5)
    // One that is upright, as low as this above its keyboard: what is scrolled to stands below the top.
    await page.setViewportSize({ width: 360, height: 320 })
    const [kept, stands] = await page
      .getByRole('tablist')
      .locator('..')
      .evaluate((top) => [
        getComputedStyle(top).getPropertyValue('--top-height'),
        `${top.getBoundingClientRect().height}px`,
      ])
    expect(kept).toBe(stands)
    await page.setViewportSize({ width: 568, height: 320 })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await tent.getByText(/^1 .*ticked/).waitFor()
    await miss.click()
    await lines(page).getByText('A · Miss').waitFor()
    await page.context().close()
  })
})
