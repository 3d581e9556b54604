import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoForAll } from '../support/demo.ts'
import {
  type Desk,
  type MarkingPhone,
  openDesk,
  openMarkingPhone,
} from '../support/marking-phone.ts'
import { readConflict, savedLine, waitingLine } from '../support/tent-check-page.ts'
import { times } from '../support/times.ts'

/** What mostly waits, or is tried elsewhere without a browser, is part of the torture. */
const isLong = times(false, true)

let ann: MarkingPhone
let bo: MarkingPhone
let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
})

beforeAll(async () => {
  ann = await openMarkingPhone(demo.browser, demo.server, 'line monitor')
  // Never reloads.
  bo = await openMarkingPhone(demo.browser, demo.server, 'super user', false)
}, 120_000)
beforeEach(async () => {
  for (const { network } of [ann, bo]) network.become({ kind: 'none' })
  await desk.cancelCheck()
  for (const { page } of [ann, bo]) {
    await page.getByText('No check is in progress').waitFor()
  }
})

/** A check that both phones show; gives the labels of its tents. */
async function startOnPhones(tentCount: number, numCheckers = 1): Promise<string[]> {
  const labels = await desk.startCheck(tentCount, numCheckers)
  await Promise.all([ann, bo].map((phone) => isLeft(phone, tentCount, tentCount)))
  return labels
}

const isLeft = ({ page }: MarkingPhone, left: number, all: number) =>
  page.getByText(`${left} of ${all} left`, { exact: true }).waitFor()

const isLive = ({ page }: MarkingPhone) => page.getByText('Live', { exact: true }).waitFor()

/** These tents and no others are marked, each by one event of the ledger. */
async function expectMissed(labels: string[]): Promise<void> {
  const { number, marked } = await desk.status()
  expect(await desk.marked()).toEqual(new Map(labels.map((label) => [label, 'miss'])))
  // The start is the first event.
  expect([number, marked.length]).toEqual([labels.length + 1, labels.length])
}

describe('over a bad network', { timeout: 240_000 }, () => {
  it('a phone that drops, and reloads while it is gone, loses nothing and doubles nothing', async () => {
    const labels = await startOnPhones(14)
    for (const label of labels.slice(0, 3)) await ann.tap(label, 'miss')
    ann.network.cut()
    for (const label of labels.slice(3, 6)) await ann.tap(label, 'miss')
    await isLeft(bo, 8, 14)

    ann.network.become({ kind: 'refuses' })
    for (const label of labels.slice(6, 9)) await ann.tap(label, 'miss')
    await ann.page.getByText('Reconnecting · 3').waitFor()
    await ann.page.reload()
    await ann.page.getByText('Reconnecting · 3').waitFor()
    await waitingLine(ann.page).waitFor()
    await ann.tap(labels[9] ?? '', 'miss')
    await ann.page.getByText('Reconnecting · 4').waitFor()
    await isLeft(bo, 8, 14)

    ann.network.become({ kind: 'none' })
    await savedLine(ann.page).waitFor()
    await Promise.all([isLive(ann), isLeft(ann, 4, 14), isLeft(bo, 4, 14)])
    await expectMissed(labels.slice(0, 10))
    expect(await ann.waiting()).toEqual([])
  })

  it.runIf(isLong)(
    'a whole page of tents marked without a network is sent when it is back',
    async () => {
      const labels = await startOnPhones(24, 2)
      ann.network.become({ kind: 'refuses' })
      for (const label of labels.slice(0, 12)) await ann.tap(label, 'miss')
      await ann.page.getByText('All tents of this page are marked.').waitFor()
      await ann.page.getByText('Reconnecting · 12').waitFor()
      expect((await desk.marked()).size).toBe(0)
      expect(await savedLine(ann.page).count()).toBe(0)

      ann.network.become({ kind: 'none' })
      await Promise.all([isLive(ann), isLeft(ann, 12, 24), isLeft(bo, 12, 24)])
      await expectMissed(labels.slice(0, 12))
    },
  )

  it.each([
    ['are lost on the way', { kind: 'swallows', way: 'down' }],
    ['break off in the middle', { kind: 'breaksAnswers', share: 0.5 }],
  ] as const)(
    'marks whose answers %s are not called saved before they are, and count once',
    async (_, fault) => {
      const labels = await startOnPhones(8)
      ann.network.become(fault)
      for (const label of labels.slice(0, 3)) await ann.tap(label, 'miss')
      // The server did the work, and the other phone is told; this one cannot know.
      await isLeft(bo, 5, 8)
      // Of two events that break off in one packet the first came whole, and what it says is so.
      const unsaid = fault.kind === 'swallows' ? '3' : '[1-3]'
      await ann.page.getByText(new RegExp(`(Reconnecting ·|Sending) ${unsaid}`)).waitFor()
      if (fault.kind === 'swallows') expect(await savedLine(ann.page).count()).toBe(0)

      ann.network.become({ kind: 'none' })
      // Else the phone waits 15 s for each answer that was lost.
      if (!isLong) ann.network.cut()
      await savedLine(ann.page).waitFor()
      await Promise.all([isLive(ann), isLeft(ann, 5, 8)])
      await expectMissed(labels.slice(0, 3))
    },
  )

  it.runIf(isLong)(
    'marks over a slow network are saved, each once, and the screen says what waits',
    async () => {
      const labels = await startOnPhones(8)
      ann.network.become({ kind: 'delays', ms: 2000 })
      for (const label of labels.slice(0, 3)) await ann.tap(label, 'miss')
      await ann.page.getByText('Sending 3').waitFor()
      await isLeft(ann, 5, 8)
      await savedLine(ann.page).waitFor()
      await expectMissed(labels.slice(0, 3))
    },
  )

  it('of two phones that were gone and marked one tent differently, the first to arrive stands', async () => {
    const [label = ''] = await startOnPhones(8)
    for (const { network } of [ann, bo]) network.become({ kind: 'refuses' })
    await ann.tap(label, 'make')
    await bo.tap(label, 'miss')
    await Promise.all([ann, bo].map(({ page }) => page.getByText('Reconnecting · 1').waitFor()))
    bo.network.become({ kind: 'none' })
    await expect.poll(() => bo.saved(), { timeout: 60_000 }).toContain(`${label} (Miss)`)
    ann.network.become({ kind: 'none' })
    await ann.page.getByText(`Needs you: your Make for ${label} did not count.`).waitFor()
    expect(await ann.saved()).not.toContain(`${label} (Make)`)
    expect(await bo.page.getByText('Needs you').count()).toBe(0)

    // It stays until it is read, whatever the network does.
    ann.network.become({ kind: 'refuses' })
    await ann.page.reload()
    await ann.page.getByRole('button', { name: '1 needs you' }).click()
    await ann.page.getByText('Harper’s, it stands').waitFor()
    await ann.page.getByRole('button', { name: 'Not now' }).click()
    ann.network.become({ kind: 'none' })
    await isLive(ann)
    await readConflict(ann.page)
    await ann.page.getByText('Needs you').waitFor({ state: 'detached' })
    await expectMissed([label])
    expect(await ann.waiting()).toEqual([])
  })

  it.runIf(isLong)(
    'a phone that looked while its network was silent learns later that the check is over',
    async () => {
      await startOnPhones(8)
      ann.network.become({ kind: 'swallows', way: 'both' })
      const { lost } = ann.network
      await ann.page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
      await expect.poll(() => ann.network.lost, { timeout: 30_000 }).toBeGreaterThan(lost)
      const { lost: lostBefore } = ann.network
      await desk.cancelCheck()
      await expect.poll(() => ann.network.lost, { timeout: 30_000 }).toBeGreaterThan(lostBefore)
      ann.network.become({ kind: 'none' })
      await ann.page.getByText('No check is in progress').waitFor()
    },
  )

  // It waits 30 s for the silent network; tests/e2e/offline.test.ts reloads without any.
  it.runIf(isLong)(
    'a phone that reloads while its network is silent shows what it last knew, and takes marks',
    async () => {
      const labels = await startOnPhones(8)
      await ann.tap(labels[0] ?? '', 'miss')
      await isLeft(ann, 7, 8)
      ann.network.become({ kind: 'swallows', way: 'both' })
      await ann.page.reload()
      await isLeft(ann, 7, 8)
      await ann.tap(labels[1] ?? '', 'miss')
      await waitingLine(ann.page).waitFor()
      ann.network.become({ kind: 'none' })
      await Promise.all([isLive(ann), isLeft(ann, 6, 8), isLeft(bo, 6, 8)])
      await expectMissed(labels.slice(0, 2))
    },
  )

  it.runIf(isLong)(
    'a phone that reloads over a slow network is at first not sure of it, then live',
    async () => {
      await startOnPhones(8)
      ann.network.become({ kind: 'delays', ms: 3000 })
      await ann.page.reload()
      const unsure = ann.page.getByRole('banner').getByText('Offline')
      await unsure.waitFor()
      await isLeft(ann, 8, 8)
      await Promise.all([isLive(ann), unsure.waitFor({ state: 'detached' })])
    },
  )

  it.runIf(isLong).each([0.1, 0.9])(
    'a phone whose page breaks off (%f of it) while it reloads opens all the same',
    async (share) => {
      const labels = await startOnPhones(8)
      ann.network.become({ kind: 'breaksAnswers', share })
      await ann.page.reload()
      await isLeft(ann, 8, 8)
      await ann.tap(labels[0] ?? '', 'miss')
      await waitingLine(ann.page).waitFor()
      ann.network.become({ kind: 'none' })
      await Promise.all([isLive(ann), isLeft(ann, 7, 8)])
      await expectMissed(labels.slice(0, 1))
    },
  )
})
