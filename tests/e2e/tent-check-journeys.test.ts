import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { randomOf } from '../../src/server/random.ts'
import type { Outcome } from '../../src/shared/tent-check/contract.ts'
import { laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { pastEcho, putFingerOn } from '../support/finger.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { startScreenReader } from '../support/screen-reader.ts'
import {
  card,
  cards,
  head,
  lines,
  markTent,
  members,
  readConflict,
} from '../support/tent-check-page.ts'
import { seed, times } from '../support/times.ts'
import { until } from '../support/until.ts'

let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
  await desk.mustShow(2)
  const third = { netID: server.account('tenter').netID, field: 'isLineMonitor', value: true }
  await desk.ask('admin/update-role', third)
})
beforeEach(() => desk.cancelCheck())

async function openTentCheck(role: Role, options: object = phone): Promise<Page> {
  const page = await openPage(demo.browser, options)
  await signIn(page, demo.server.url, demo.server.account(role), '/tent-check')
  await cards(page).first().waitFor()
  return page
}

const orderOf = (label: string) => label.split(' ')[0] ?? ''
const names = { make: 'Make', miss: 'Miss' } as const

/** A tent stands at this table: it is searched, one of it is ticked, and it is marked. */
async function attend(page: Page, label: string, outcome: Outcome): Promise<void> {
  const search = page.getByRole('searchbox')
  await search.fill(orderOf(label))
  await search.press('Enter')
  const tent = card(page, label)
  const mark = tent.getByRole('button', { name: `${names[outcome]}, tent` })
  // A colleague may be quicker, before it is opened here and after.
  const leave = tent.getByRole('button', { name: 'Leave it' })
  const isOpen = () => mark.or(leave).first().isVisible()
  await until(async () => (await isOpen()) || (await desk.marked()).has(label), 200)
  if (!(await isOpen())) return
  await members(tent).first().click()
  await mark.or(leave).click()
  const anyway = tent.getByRole('button', { name: 'Make anyway' })
  if (outcome === 'make') await anyway.or(lines(page).first()).first().waitFor()
  if (await anyway.isVisible()) await anyway.click()
  const line = lines(page).getByText(new RegExp(`^${orderOf(label)} · `))
  // A colleague's mark may replace the button before the tap, which then counts for nothing.
  await until(async () => {
    if (await leave.isVisible()) await leave.click()
    return line.isVisible()
  }, 200)
}

describe('a tent check, as it goes', { timeout: 240_000 }, () => {
  it('tents come in any order to three tables: all are found, none is marked twice', async () => {
    const random = randomOf(seed)
    const [waiting = '', ...labels] = await desk.startCheck(16, 3)
    const { checkId } = await desk.status()
    const roles: Role[] = ['line monitor', 'super user', 'tenter']
    const tables = await Promise.all(roles.map((role) => openTentCheck(role)))
    const wanted = new Map(
      labels.map((label): [string, Outcome] => [label, random() < 0.3 ? 'miss' : 'make']),
    )
    const queues: string[][] = tables.map(() => [])
    const arriving = [...labels].sort(() => random() - 0.5)
    for (const [place, label] of arriving.entries()) {
      const table = Math.floor(random() * queues.length)
      queues[table]?.push(label)
      // Every fifth is called to two tables at once.
      if (place % 5 === 0) queues[(table + 1) % queues.length]?.push(label)
    }
    await Promise.all(
      tables.map(async (page, table) => {
        for (const label of queues[table] ?? []) {
          await attend(page, label, wanted.get(label) ?? 'miss')
        }
      }),
    )
    for (const page of tables) {
      await page.getByText('1 of 16 left').waitFor()
      expect(await page.getByRole('button', { name: /needs? you$/ }).count()).toBe(0)
      await page.getByRole('tab', { name: 'Still out' }).click()
      await page
        .getByRole('tabpanel', { name: 'Still out' })
        .getByText(waiting.slice(orderOf(waiting).length + 1))
        .waitFor()
    }
    expect(await desk.marked()).toEqual(wanted)
    await desk.cancelCheck()
    type Whole = { events: { kind: string; tentId?: string }[] }
    const { events } = await desk.ask<Whole>(`checks/${checkId}`)
    const marked = events.filter(({ kind }) => kind === 'marked').map(({ tentId }) => tentId)
    expect([marked.length, new Set(marked).size]).toEqual([15, 15])
    await Promise.all(tables.map((page) => page.context().close()))
  })

  // What the screen offers for each mistake is tried by itself in the components.
  it.runIf(times(false, true))(
    'a monitor who makes every mistake repairs each with what the screen offers',
    async () => {
      const labels = await desk.startCheck(7)
      const [few = '', searched = '', wrong = '', meant = '', theirs = '', last = ''] = labels
      const page = await openTentCheck('line monitor')
      const finger = await putFingerOn(page)
      const undo = (label: string) => page.getByRole('button', { name: `Undo, tent ${label}` })
      const mark = (label: string, outcome: 'Miss' | 'Make') =>
        card(page, label).getByRole('button', { name: `${outcome}, tent` })

      // A search for nothing.
      await page.getByRole('searchbox').fill('nobody of this name')
      await page.getByText('No tent matches “nobody of this name”.').waitFor()
      await finger.tap(page.getByText('Clear the search'))
      await expect.poll(() => cards(page).count()).toBe(7)
      await pastEcho(page)

      // The wrong tent is opened, and left for another: its ticks wait.
      await head(card(page, searched)).click()
      await members(card(page, searched)).first().click()
      await head(card(page, wrong)).click()
      await pastEcho(page)
      await head(card(page, searched)).click()
      await card(page, searched).getByRole('button', { pressed: true }).waitFor()

      // The wrong tent is marked.
      await pastEcho(page)
      await head(card(page, wrong)).click()
      await mark(wrong, 'Miss').click()
      await undo(wrong).click()
      await card(page, wrong).waitFor()

      // The wrong outcome; the taps come twice.
      await pastEcho(page)
      await head(card(page, meant)).click()
      await pastEcho(page)
      await finger.tapTwice(mark(meant, 'Miss'), 200)
      await pastEcho(page)
      await finger.tapTwice(undo(meant), 200)
      await card(page, meant).waitFor()
      await pastEcho(page)
      expect(await page.locator('article [aria-expanded=true]').count()).toBe(0)
      await markTent(card(page, meant), 'Make')

      // Too few are ticked.
      await pastEcho(page)
      await head(card(page, few)).click()
      await members(card(page, few)).first().click()
      await mark(few, 'Make').click()
      await page.getByText('1 of 2 is ticked. Make anyway?').waitFor()
      await card(page, few).getByRole('button', { name: 'Go back' }).click()
      await members(card(page, few)).nth(1).click()
      await mark(few, 'Make').click()
      await lines(page)
        .getByText(`${orderOf(few)} · Make, 2 of 2`)
        .waitFor()

      // Two on one tent, and this one is late.
      const boss = await openTentCheck('super user')
      await page.context().setOffline(true)
      await markTent(card(page, theirs), 'Make')
      await page.getByText('Offline · 1').waitFor()
      await markTent(card(boss, theirs), 'Miss')
      await expect.poll(async () => (await desk.marked()).get(theirs)).toBe('miss')
      await page.context().setOffline(false)
      await readConflict(page)
      await lines(page)
        .getByText(`${orderOf(theirs)} · Miss by Harper`)
        .waitFor()

      await markTent(card(page, last), 'Miss')
      const marks = { [meant]: 'make', [few]: 'make', [theirs]: 'miss', [last]: 'miss' }
      await expect.poll(desk.marked).toEqual(new Map(Object.entries(marks)))
      await Promise.all([page, boss].map((one) => one.context().close()))
    },
  )

  it('a tent is found, marked and taken back by keys and a screen reader alone', async () => {
    const labels = await desk.startCheck(130, 3)
    const label = labels.find((one) => orderOf(one) === '12') ?? ''
    const page = await openTentCheck('line monitor', laptop)
    // A page that connects after its tents are shown says so.
    await page.getByText('Live', { exact: true }).waitFor()
    const reader = await startScreenReader(page)
    await page.keyboard.type('12')
    expect(await reader.focus()).toBe('searchbox "Search tents and members"')
    await page.keyboard.press('Enter')
    await expect.poll(reader.focus).toBe(`list "Members present, tent ${label}"`)
    const chips = await members(card(page, label)).allInnerTexts()
    for (const name of chips) {
      await page.keyboard.press('Tab')
      expect(await reader.focus()).toBe(`button "${name}"`)
    }
    await page.keyboard.press('Space')
    expect(await reader.focus()).toBe(`button "${chips.at(-1)}" pressed`)

    const next: string[] = []
    for (let key = 0; key < 4; key += 1) {
      await page.keyboard.press('Tab')
      next.push(await reader.focus())
    }
    expect(next).toEqual([
      'link "Record"',
      'button "Exclude someone"',
      `button "Miss, tent ${label}"`,
      `button "Make, tent ${label}"`,
    ])
    await page.keyboard.press('Enter')
    await expect.poll(reader.focus).toBe('button "Make anyway": 1 of 2 is ticked. Make anyway?')
    await pastEcho(page)
    await page.keyboard.press('Enter')
    await expect.poll(reader.focus).toMatch(/^listitem "12 · Make, 1 of 2/)
    await expect.poll(async () => (await desk.marked()).size).toBe(1)
    await page.getByText('Live', { exact: true }).waitFor()
    // The line says how its mark stands: no mark is told of beside it as it is sent.
    expect((await reader.said()).filter((text) => /Sending|Connected/.test(text))).toEqual([])

    await page.keyboard.press('Tab')
    expect(await reader.focus()).toBe(`button "Undo, tent ${label}"`)
    await page.keyboard.press('Enter')
    await expect.poll(reader.focus).toMatch(/^button "12 .*" collapsed$/)
    expect((await desk.marked()).size).toBe(0)

    // And with M and Z.
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
    const page = await openTentCheck('line monitor')
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
    const page = await openTentCheck('line monitor')
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
