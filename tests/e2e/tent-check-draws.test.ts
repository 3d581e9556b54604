import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'

const demo = demoForAll()

/** What one act drew: cards by React, and changes of the document inside the list of tents. */
type Drawn = { cards: number; added: number; removed: number; changedCards: number }

async function openCounted(role: Role): Promise<Page> {
  const page = await openPage(demo.browser)
  await signIn(page, demo.server.url, demo.server.account(role))
  await page.addInitScript({ path: 'tests/support/count-draws.js' })
  await page.goto(`${demo.server.url}/tent-check`)
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
    Object.assign(window, { cardsDrawn: 0, list, records, observer })
  })
  await act()
  return page.evaluate(() => {
    const { list, records, observer, cardsDrawn } = window as unknown as {
      list: Element
      records: MutationRecord[]
      observer: MutationObserver
      cardsDrawn: number
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
      cards: cardsDrawn,
      added: ofList.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0),
      removed: ofList.reduce((sum, { removedNodes }) => sum + removedNodes.length, 0),
      changedCards: new Set(cards).size,
    }
  })
}

const cards = (page: Page) => page.getByRole('list', { name: 'Tents to mark' }).getByRole('article')
const left = (page: Page, count: number) => page.getByText(`${count} of 130 left`).waitFor()

it('of 130 tents on one page, a tap or a mark draws only the tent that it changes', async () => {
  const [ann, bo] = await Promise.all([openCounted('line monitor'), openCounted('super user')])
  await ann.getByRole('button', { name: 'Start Check' }).click()
  await Promise.all([left(ann, 130), left(bo, 130)])
  await expect.poll(() => cards(ann).count()).toBe(130)
  const first = cards(ann).first()

  // A member is tapped.
  const tapped = await drawnBy(ann, async () => {
    await first.getByRole('list', { name: 'Members present' }).getByRole('button').first().click()
    await first.getByText('1 chosen').waitFor()
  })
  expect(tapped).toEqual({ cards: 1, added: 0, removed: 0, changedCards: 1 })

  // A mark: its card fades, and leaves.
  const marked = await drawnBy(ann, async () => {
    await first.getByRole('button', { name: 'Make, tent' }).click()
    await left(ann, 129)
    await ann.getByText('Saved:').waitFor()
  })
  expect(marked).toEqual({ cards: 1, added: 0, removed: 1, changedCards: 1 })

  // Another monitor's mark: here only that card leaves.
  await left(bo, 129)
  const told = await drawnBy(bo, async () => {
    await cards(ann).first().getByRole('button', { name: 'Make, tent' }).click()
    await left(bo, 128)
  })
  expect(told).toEqual({ cards: 0, added: 0, removed: 1, changedCards: 0 })

  // The network is back: the check is asked for whole, and says nothing new.
  const asked = await drawnBy(bo, async () => {
    const answer = bo.waitForResponse((response) => response.url().includes('check-status'))
    await bo.evaluate(() => window.dispatchEvent(new Event('online')))
    await (await answer).finished()
    await bo.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  })
  expect(asked).toEqual({ cards: 0, added: 0, removed: 0, changedCards: 0 })

  await Promise.all([ann, bo].map((page) => page.context().close()))
}, 120_000)
