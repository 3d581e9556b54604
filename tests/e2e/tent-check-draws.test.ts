import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { openDesk } from '../support/marking-phone.ts'
import { cards, head, markTent, members, savedLine } from '../support/tent-check-page.ts'

const demo = demoForAll()

afterEach(async () => {
  await (await openDesk(demo.server)).cancelCheck()
})

/** What one act drew: how many cards and members by React, and changes inside the list of tents. */
type Drawn = {
  cards: number
  members: number
  added: number
  removed: number
  changedCards: number
}

async function openCounted(role: Role): Promise<Page> {
  const page = await openPage(demo.browser)
  await page.addInitScript({ path: 'tests/support/count-draws.js' })
  await signIn(page, demo.server.url, demo.server.account(role), '/tent-check')
  return page
}

async function drawnBy(page: Page, act: () => Promise<void>): Promise<Drawn> {
  await page.evaluate(() => {
    const list = document.querySelector('ul[aria-label="Tents to mark"]')
    if (list === null) throw new Error('There is no list of tents')
    const records: MutationRecord[] = []
    const options = { subtree: true, childList: true, attributes: true, characterData: true }
    const observer = new MutationObserver((more) => records.push(...more))
    observer.observe(list, options)
    const none = { cardsDrawn: new Set(), membersDrawn: new Set() }
    Object.assign(window, { ...none, list, records, observer })
  })
  await act()
  return page.evaluate(() => {
    const { list, records, observer, cardsDrawn, membersDrawn } = window as unknown as {
      list: Element
      records: MutationRecord[]
      observer: MutationObserver
      cardsDrawn: Set<string>
      membersDrawn: Set<string>
    }
    observer.disconnect()
    const ofList = records.filter(({ target }) => target === list)
    const inside = records.filter(({ target }) => target !== list)
    const cards = inside.map(({ target }) => {
      let node = target
      // Up to the card, which may have left the list meanwhile.
      while (node.parentNode !== null && node.parentNode !== list) node = node.parentNode
      return node
    })
    return {
      cards: cardsDrawn.size,
      members: membersDrawn.size,
      added: ofList.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0),
      removed: ofList.reduce((sum, { removedNodes }) => sum + removedNodes.length, 0),
      changedCards: new Set(cards).size,
    }
  })
}

/**
 * For how many elements at once the browser worked out styles anew because of an act. Not their sum: the
 * clocks of all pages tick meanwhile.
 */
async function styledBy(act: () => Promise<void>): Promise<number> {
  await demo.browser.startTracing(undefined, { categories: ['devtools.timeline'] })
  await act()
  const trace = JSON.parse((await demo.browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[]
  }
  const styled = trace.traceEvents.filter(({ name }) => name === 'UpdateLayoutTree')
  return Math.max(...styled.map(({ args }) => args.elementCount ?? 0))
}

const left = (page: Page, count: number, all = 130) =>
  page.getByText(`${count} of ${all} left`).waitFor()

it('of 130 tents on one page, a tap or a mark draws only the tent that it changes', async () => {
  const [ann, bo] = await Promise.all([openCounted('line monitor'), openCounted('super user')])
  await ann.getByRole('button', { name: 'Start Check' }).click()
  await Promise.all([left(ann, 130), left(bo, 130)])
  await expect.poll(() => cards(ann).count()).toBe(130)
  const first = cards(ann).first()

  // A tent opens, and a member is tapped.
  const opened = await drawnBy(ann, () => head(first).click())
  expect(opened).toMatchObject({ cards: 1, added: 0, removed: 0, changedCards: 1 })
  const tapped = await drawnBy(ann, async () => {
    await members(first).first().click()
    await first.getByText(/^1 .*ticked/).waitFor()
  })
  expect(tapped).toEqual({ cards: 1, members: 1, added: 0, removed: 0, changedCards: 1 })

  // A mark: its row leaves the list, and no other is drawn.
  const marked = await drawnBy(ann, async () => {
    await first.getByRole('button', { name: 'Miss, tent' }).click()
    await left(ann, 129)
    await savedLine(ann).waitFor()
  })
  expect(marked).toMatchObject({ cards: 0, added: 0, removed: 1, changedCards: 0 })

  // Another monitor's mark: here only that card leaves.
  await left(bo, 129)
  const told = await drawnBy(bo, async () => {
    await markTent(cards(ann).first(), 'Make')
    await left(bo, 128)
  })
  expect(told).toMatchObject({ cards: 0, added: 0, removed: 1, changedCards: 0 })

  // The network is back: the check is asked for whole, and says nothing new.
  const asked = await drawnBy(bo, async () => {
    const answer = bo.waitForResponse((response) => response.url().includes('check-status'))
    await bo.evaluate(() => window.dispatchEvent(new Event('online')))
    await (await answer).finished()
    await bo.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  })
  expect(asked).toMatchObject({ cards: 0, added: 0, removed: 0, changedCards: 0 })

  // A selector like `* + *` anywhere in the styles would make it hundreds: the rows after it, whole.
  await head(cards(ann).first()).click()
  const styled = await styledBy(async () => {
    await cards(ann).first().getByRole('button', { name: 'Miss, tent' }).click()
    await Promise.all([left(ann, 127), left(bo, 127)])
  })
  expect(styled).toBeGreaterThan(0)
  expect(styled).toBeLessThan(130)

  await Promise.all([ann, bo].map((page) => page.context().close()))
}, 120_000)

it('opened in the middle of a check, the check comes once, and the socket says where it stands', async () => {
  const desk = await openDesk(demo.server)
  await desk.startCheck(40)
  const page = await openPage(demo.browser)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/check-status')) asked += 1
  })
  const frames: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => void frames.push(String(payload)))
  })
  await signIn(page, demo.server.url, demo.server.account('line monitor'), '/tent-check')
  await left(page, 40, 40)
  await expect.poll(() => frames.filter((frame) => frame.includes('checkPosition')).length).toBe(1)
  const [tent] = (await desk.status()).activeTents
  await desk.ask('tent-checks/update', { id: tent?.id, misses: 1 })
  await left(page, 39, 40)
  expect(asked).toBe(1)
  expect(frames.join('').length).toBeLessThan(1500)
  await page.context().close()
})
