import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { pastEcho, putFingerOn } from '../support/finger.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { card, cards, head, lines, markTent, members } from '../support/tent-check-page.ts'
import { times } from '../support/times.ts'

let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
})
beforeEach(() => desk.cancelCheck())

/** `isSlow`: the live connection comes after 1 s, and the check's status after 2 s. */
async function openTentCheck(role: Role = 'line monitor', { isSlow = false } = {}): Promise<Page> {
  const page = await openPage(demo.browser)
  if (isSlow) {
    await page.routeWebSocket('**/socket.io/**', async (socket) => {
      await delay(1000)
      socket.connectToServer()
    })
    await page.route('**/api/check-status', async (route) => {
      await delay(2000)
      await route.continue()
    })
  }
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    type Shift = { value: number; hadRecentInput: boolean; sources: Source[] }
    Object.assign(window, { jumped: [], shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as Shift
        if (hadRecentInput) continue
        const shifted = sources.map(({ node, previousRect: { x, y }, currentRect }) => {
          return `${node?.textContent} from ${x}, ${y} to ${currentRect.x}, ${currentRect.y}`
        })
        Reflect.get(window, 'shifts').push([value, ...shifted])
        // A word that is replaced may move others on its own line, but must not move a line.
        for (const { node, previousRect, currentRect } of sources)
          if (previousRect.y !== currentRect.y || node?.parentElement?.closest('[role=tablist]'))
            Reflect.get(window, 'jumped').push([node?.textContent, previousRect, currentRect])
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, demo.server.url, demo.server.account(role), '/tent-check')
  return page
}

let shared: Promise<Page> | undefined
/** A line monitor's phone, upright, that has seen checks before and waits for the next one. */
async function sharedPage(): Promise<Page> {
  shared ??= openTentCheck()
  const page = await shared
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('No check is in progress').waitFor()
  return page
}

const heightOf = async (element: Locator) => (await element.boundingBox())?.height

const isFocused = (element: Element) => element === document.activeElement
const orderOf = (label = '') => label.split(' ')[0] ?? ''

describe('the tent check in the hand', { timeout: 240_000 }, () => {
  it('has the first tent near the top, a short page, and takes few taps', async () => {
    await desk.startCheck(130, 3)
    const page = await openTentCheck()
    await cards(page).nth(43).waitFor()
    const top = await cards(page)
      .first()
      .evaluate((tent) => tent.getBoundingClientRect().top)
    expect(top).toBeLessThanOrEqual(200)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(4000)
    expect(await heightOf(head(cards(page).first()))).toBeGreaterThanOrEqual(56)
    const row = await page.getByRole('status').first().locator('..').boundingBox()
    expect(row?.height).toBeLessThanOrEqual(56)

    // A Miss of a tent in sight.
    const finger = await putFingerOn(page)
    await finger.tap(head(cards(page).nth(4)))
    await finger.tap(cards(page).nth(4).getByRole('button', { name: 'Miss, tent' }))
    await lines(page).getByText('E · Miss').waitFor()
    expect(finger.taps()).toBe(2)
    await pastEcho(page)

    // Nothing that a gloved finger is meant to hit is lower.
    await finger.tap(head(cards(page).nth(5)))
    const opened = cards(page).nth(5)
    const meant = [
      members(opened).first(),
      ...['Miss', 'Make'].map((name) => opened.getByRole('button', { name: `${name}, tent` })),
    ]
    for (const one of meant) expect(await heightOf(one)).toBeGreaterThanOrEqual(56)
    await finger.tap(head(cards(page).nth(5)))
    await pastEcho(page)

    // A Make of tent 47 with 10 members, from another page.
    const before = finger.taps()
    await finger.tap(page.getByRole('searchbox'))
    await page.keyboard.type('47')
    const tent = cards(page).first()
    await members(tent).first().waitFor()
    for (let place = 0; place < 10; place += 1) await finger.tap(members(tent).nth(place))
    await finger.tap(tent.getByRole('button', { name: 'Make, tent' }))
    await lines(page)
      .getByText(/^47 · Make, 10/)
      .waitFor()
    expect(finger.taps() - before).toBe(12)
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
    await pastEcho(page)

    // A Miss of any tent: two taps, and its order as keys.
    const taps = finger.taps()
    await finger.tap(page.getByRole('searchbox'))
    await page.keyboard.type('79')
    await members(cards(page).first()).first().waitFor()
    await finger.tap(cards(page).first().getByRole('button', { name: 'Miss, tent' }))
    await lines(page).getByText('79 · Miss').waitFor()
    expect(finger.taps() - taps).toBe(2)
    await page.context().close()
  })

  it('a mark and its undo bounce to nothing, and nothing on the screen jumps by itself', async () => {
    const labels = await desk.startCheck(12)
    const [page, boss] = await Promise.all([openTentCheck(), openTentCheck('super user')])
    const finger = await putFingerOn(page)
    await cards(page).nth(11).waitFor()
    await finger.tap(head(cards(page).nth(2)))
    const miss = cards(page).nth(2).getByRole('button', { name: 'Miss, tent' })
    const spot = await finger.spotOf(miss)
    await finger.tap(miss)
    const undo = lines(page).getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    const there = await finger.spotOf(undo)
    expect(Math.hypot(there.x - spot.x, there.y - spot.y)).toBeGreaterThan(96)
    await pastEcho(page)
    await finger.tapTwice(undo, 300)
    await expect.poll(() => cards(page).count()).toBe(12)
    await pastEcho(page)
    expect(await page.locator('article [aria-expanded=true]').count()).toBe(0)

    // A colleague marks what is in sight here: it becomes a line in its place.
    const place = () =>
      cards(page)
        .last()
        .evaluate((tent) => tent.getBoundingClientRect().top)
    const last = await place()
    await page.evaluate(() => Object.assign(window, { jumped: [] }))
    await markTent(card(boss, labels[1] ?? ''), 'Miss')
    await lines(page)
      .getByText(`${orderOf(labels[1])} · Miss by Harper`)
      .waitFor()
    expect(await place()).toBe(last)
    // One who goes to another page moves no tab.
    await boss.getByRole('tab', { name: 'Duke Card Checker' }).click()
    await page.getByRole('tab', { name: /^Duke Card Checker.*Harper/ }).waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'jumped'))).toEqual([])
    await Promise.all([page, boss].map((one) => one.context().close()))
  })

  it('what is marked is felt and seen all over the top, and the screen stays awake', async () => {
    const [first = '', second = ''] = await desk.startCheck(4)
    const page = await openPage(demo.browser)
    await page.addInitScript(() => {
      const felt: unknown[] = []
      const awake: string[] = []
      Object.assign(window, { felt, awake })
      Object.defineProperty(navigator, 'vibrate', { value: (how: unknown) => felt.push(how) > 0 })
      const request = async (kind: string) => {
        awake.push(kind)
        return Object.assign(new EventTarget(), {
          release: async () => void awake.push('released'),
        })
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    })
    await signIn(page, demo.server.url, demo.server.account('line monitor'), '/tent-check')
    const seen = (what: string) => page.evaluate((name) => Reflect.get(window, name), what)
    await card(page, first).waitFor()
    await expect.poll(() => seen('awake')).toEqual(['screen'])
    // The browser takes it back while the phone is locked.
    for (const state of ['hidden', 'visible']) {
      await page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', {
          value: visibility,
          configurable: true,
        })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    }
    await expect.poll(() => seen('awake')).toEqual(['screen', 'screen'])

    const flash = page.locator('[class*=flash_]')
    await markTent(card(page, first), 'Make')
    await expect.poll(() => seen('felt')).toEqual([60])
    const width = await flash.evaluate((it) => it.getBoundingClientRect().width)
    expect(width).toBe(page.viewportSize()?.width)
    await markTent(card(page, second), 'Miss')
    await expect.poll(() => seen('felt')).toEqual([60, [60, 80, 60]])

    const lasts = () => flash.evaluate((it) => getComputedStyle(it).animationDuration)
    expect(await lasts()).toBe('0.4s')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(lasts).toBe('0.001s')
    await desk.cancelCheck()
    await expect.poll(() => seen('awake')).toEqual(['screen', 'screen', 'released'])
    await page.context().close()
  })

  it('two taps on one spot within a second are one, whenever the second comes', async () => {
    const steps = times(2, 20)
    const page = await sharedPage()
    const labels = await desk.startCheck(steps + 10)
    const finger = await putFingerOn(page)
    await card(page, labels.at(-1) ?? '').waitFor()
    for (let step = 1; step <= steps; step += 1) {
      await pastEcho(page)
      const tent = cards(page).first()
      await head(tent).evaluate((row) => row.scrollIntoView({ block: 'center' }))
      await finger.tap(head(tent))
      await pastEcho(page)
      const outcome = step % 2 === 0 ? 'Miss' : 'Make'
      if (outcome === 'Make') await finger.tap(members(tent).first())
      const mark = tent.getByRole('button', { name: `${outcome}, tent` })
      await finger.tapTwice(mark, (step * 1000) / steps)
      const anyway = page.getByRole('button', { name: 'Make anyway' })
      if (outcome === 'Make' && (await anyway.count()) > 0) {
        await pastEcho(page)
        await finger.tap(anyway)
      }
      await expect.poll(() => lines(page).count()).toBe(step)
      expect([step, await page.locator('article [aria-expanded=true]').count()]).toEqual([step, 0])
    }
    await expect.poll(async () => (await desk.marked()).size).toBe(steps)
  })

  it('on its side, too, where the search comes back under the finger', async () => {
    const page = await sharedPage()
    await desk.startCheck(9)
    await page.setViewportSize({ width: 844, height: 390 })
    const finger = await putFingerOn(page)
    await finger.tap(head(cards(page).first()))
    await pastEcho(page)
    const miss = cards(page).first().getByRole('button', { name: 'Miss, tent' })
    const { x, y } = await finger.spotOf(miss)
    await finger.tapTwice(miss, 300)
    await lines(page).getByText('A · Miss').waitFor()
    const search = page.getByRole('searchbox')
    const field = await search.boundingBox()
    expect([field && field.x < x && x < field.x + field.width, field && field.y <= y]).toEqual([
      true,
      true,
    ])
    await pastEcho(page)
    expect(await search.evaluate(isFocused)).toBe(false)
    await finger.tapAt(x, y)
    await expect.poll(() => search.evaluate(isFocused)).toBe(true)
  })

  it('at the end of the page nothing that ends the check is under the thumb, however it is held', async () => {
    const page = await sharedPage()
    await desk.startCheck(12)
    await cards(page).nth(11).waitFor()
    const placeOf = (what: Locator) =>
      what.evaluate((it) => {
        const { top, bottom } = it.getBoundingClientRect()
        return { top, bottom }
      })
    for (const [width, height] of [
      [390, 844],
      [390, 568],
      [844, 390],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      await pastEcho(page)
      const search = await placeOf(page.getByRole('search'))
      expect(search.bottom).toBe(height)
      await head(cards(page).first()).click()
      const miss = await placeOf(cards(page).first().getByRole('button', { name: 'Miss, tent' }))
      await page.keyboard.press('Escape')
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
      const end = await placeOf(page.getByRole('button', { name: 'End Check' }))
      const footer = await placeOf(page.getByRole('contentinfo'))
      const last = await placeOf(cards(page).last())
      expect(await placeOf(page.getByRole('search'))).toEqual(search)
      expect(footer.bottom).toBeLessThanOrEqual(search.top)
      expect(end.bottom).toBeLessThan(miss.top)
      expect(end.top - last.bottom).toBeGreaterThan(48)
    }
  })

  it('without a network what was not sent is forgotten, and what was is undone when it is back', async () => {
    const page = await sharedPage()
    const labels = await desk.startCheck(6)
    await markTent(card(page, labels[0] ?? ''), 'Miss')
    await page.getByText(/^saved · /).waitFor()
    await page.context().setOffline(true)
    for (const label of labels.slice(1, 4)) await markTent(card(page, label), 'Miss')
    await page.getByText('Offline · 3').waitFor()
    const undo = (label = '') => page.getByRole('button', { name: `Undo, tent ${label}` })
    await undo(labels[2]).click()
    await page.getByText('Offline · 2').waitFor()
    await undo(labels[0]).click()
    await page.getByText(/^waiting for the server to undo it/).waitFor()
    await page.getByText('Offline · 3').waitFor()

    await page.context().setOffline(false)
    await page.getByText('4 of 6 left').waitFor()
    await expect.poll(() => cards(page).count()).toBe(4)
    const missed = [labels[1], labels[3]].map((label) => [label, 'miss'])
    expect([...(await desk.marked())].sort()).toEqual(missed.sort())
  })

  it('a letter of the Duke Card Checker brings its names to the top, also after a reload', async () => {
    const page = await sharedPage()
    await desk.startCheck(60)
    await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
    const finger = await putFingerOn(page)
    /** How far each letter's heading is from where it belongs, after a tap on the letter. */
    const missed = async (letters: readonly string[]) => {
      const found: Record<string, number> = {}
      for (const letter of letters) {
        await finger.tap(page.getByRole('link', { name: letter, exact: true }))
        found[letter] = await page.getByRole('heading', { name: letter, exact: true }).evaluate(
          (heading) =>
            new Promise<number>((done) => {
              const bar = document.querySelector('[role="tablist"]') as Element
              // What is scrolled to is drawn, and may move what is around it, in the next frames.
              let frames = 10
              const look = () => {
                frames -= 1
                if (frames > 0) return void requestAnimationFrame(look)
                const off = heading.getBoundingClientRect().top - bar.getBoundingClientRect().bottom
                const toGo = document.documentElement.scrollHeight - innerHeight - scrollY
                done(toGo < 2 && off > 0 ? 0 : Math.round(off))
              }
              look()
            }),
        )
      }
      return Object.entries(found).filter(([, off]) => off < -8 || off > 40)
    }
    const links = page.getByRole('navigation', { name: 'Letters' }).getByRole('link')
    await links.first().waitFor()
    const letters = await links.allInnerTexts()
    const some = letters.filter((_, place) => place % 3 === 1)
    expect(await missed([...some].reverse())).toEqual([])
    await page.reload()
    await links.first().waitFor()
    expect(await missed(letters.filter((_, place) => place % 5 === 2))).toEqual([])
    // No later test shares it.
    await page.context().close()
  })

  it('a whole check of two monitors shifts nothing by itself, nor does its summary', async () => {
    await desk.mustShow(1, { calls: 2, closingMinutes: 2 })
    const labels = await desk.startCheck(26, 2)
    const [page, boss] = await Promise.all([
      openTentCheck('line monitor', { isSlow: true }),
      openTentCheck('super user'),
    ])
    const [own = '', theirs = '', again = ''] = labels
    const tab = (of: Page, name: string) => of.getByRole('tab', { name: new RegExp(`^${name}`) })
    const undo = (of: Page, label: string) =>
      of.getByRole('button', { name: `Undo, tent ${label}` })
    await Promise.all([card(page, own).waitFor(), card(boss, theirs).waitFor()])

    // Both mark at the same moment; one of the two is taken back.
    const opener = card(boss, theirs)
    await head(opener).click()
    const [name = ''] = (await members(opener).first().innerText()).split(' (')
    await members(opener).first().click()
    await Promise.all([markTent(opener, 'Make'), markTent(card(page, own), 'Miss')])
    await undo(boss, own).waitFor()
    await undo(page, own).click()
    await Promise.all([page, boss].map((one) => undo(one, own).waitFor({ state: 'detached' })))

    // Calls and exclusions come from a colleague.
    await tab(boss, 'Still out').click()
    await boss.getByRole('button', { name: '1st call', exact: true }).click()
    await page
      .getByRole('timer')
      .getByText(/^1st call/)
      .waitFor()
    await boss.getByRole('button', { name: 'Final call', exact: true }).click()
    await page
      .getByText(/closes in/)
      .first()
      .waitFor()
    await tab(boss, 'Duke Card Checker').click()
    await boss
      .getByRole('button', { name: new RegExp(`^${name.trim()}`) })
      .first()
      .click()
    await page.getByText(`since ${name.trim()} was excluded`).waitFor()

    // One marks on while the other looks over who is left, and misses them.
    await tab(boss, 'Still out').click()
    await markTent(card(page, again), 'Make')
    await expect.poll(async () => (await desk.marked()).size).toBe(2)
    await tab(page, 'Page 2').click()
    await boss.getByRole('button', { name: 'Mark the remaining 24 as missed' }).click()
    // It is said for some seconds only: who looks for it after the click may come too late.
    const isSaid = Promise.all([page, boss].map((one) => one.getByText('Check ended!').waitFor()))
    await Promise.all([isSaid, boss.getByRole('button', { name: 'Mark 24 as missed' }).click()])
    const shiftsOf = async (one: Page) => {
      const summary = one.getByRole('region', { name: 'That was the check' })
      await summary.getByRole('region', { name: 'Misses' }).waitFor()
      await summary.getByText(/^Grace until (\w+, \w+ \d+, )?\d+:\d\d [AP]M$/).waitFor()
      await one.getByText('Check ended!').waitFor({ state: 'detached' })
      return one.evaluate((): [number, ...string[]][] => Reflect.get(window, 'shifts'))
    }
    for (const shifts of await Promise.all([page, boss].map(shiftsOf))) {
      const sum = shifts.reduce((all, [value]) => all + value, 0)
      expect([sum, sum > 0.01 ? shifts : []]).toEqual([sum, []])
    }
    await Promise.all([page, boss].map((one) => one.context().close()))
  })
})
