import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import type { Role } from '../support/demo-server.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { cutOff, layOnPaper, papers, sheetsOf } from '../support/paper.ts'

const demo = demoForAll()

async function openScreen(role: Role, path: string, options = phone): Promise<Page> {
  const page = await openPage(demo.browser, options)
  await signIn(page, demo.server.url, demo.server.account(role), path)
  return page
}

/** A check of three tents that ended: a Make, a Miss, and one without a mark. Gives its tents. */
async function pastCheck(desk: Desk): Promise<{ id: string; name: string }[]> {
  const roster = await desk.ask<{ id: string; name: string }[]>('tent-checks')
  const [made, missed, ...others] = roster
  if (made === undefined || missed === undefined) throw new Error('The demo has tents')
  await desk.startCheck(3)
  const { checkId } = await desk.status()
  await desk.ask('tent-checks/update', { id: made.id, lastCheck: 'Ann', checkId })
  await desk.ask('tent-checks/update', { id: missed.id, misses: 1, checkId })
  await desk.ask('end-check', {})
  return [made, missed, ...others.slice(0, 1)]
}

it('a line monitor reads a check and narrows it; a super user corrects it', async () => {
  const desk = await openDesk(demo.server)
  const [made, missed, unmarked] = await pastCheck(desk)
  const page = await openScreen('line monitor', '/checks')
  const newest = page.getByRole('main').getByRole('listitem').first()
  await newest.getByText('Not marked 1').waitFor()
  await newest.getByRole('link').click()

  const lines = page.getByRole('region', { name: 'Tents' })
  const shown = lines.locator('ol > li')
  await lines.getByText('3 of 3 tents').waitFor()
  await lines.getByLabel('Outcome').selectOption('Not marked')
  await lines.getByText('1 of 3 tents').waitFor()
  expect(await shown.innerText()).toContain(unmarked?.name)
  await lines.getByLabel('Outcome').selectOption('All')
  await lines.getByLabel('Marked by').selectOption('Harper Quinn')
  await lines.getByText('2 of 3 tents').waitFor()
  await lines.getByRole('searchbox').fill('nobody at all')
  await lines.getByText('No tent fits.').waitFor()

  // A link from what happened leads to the line, also past the filters.
  const events = page.getByRole('region', { name: 'How it went' })
  await events.getByRole('listitem').filter({ hasText: 'a Miss' }).getByRole('link').click()
  await lines.getByText('3 of 3 tents').waitFor()
  expect(new URL(page.url()).hash).toBe(`#tent-${missed?.id}`)
  expect(await page.getByRole('button', { name: /^Correct/ }).count()).toBe(0)
  const csv = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')
  expect(await page.evaluate(async (path) => (await fetch(path)).text(), csv ?? '')).toContain(
    'order,name,outcome',
  )

  const boss = await openScreen('super user', new URL(page.url()).pathname, laptop)
  await boss.getByRole('button', { name: `Correct ${await labelOf(boss, made?.id)}` }).click()
  const dialog = boss.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  await dialog.getByText('Choose how it is to stand, and say why.').waitFor()
  expect(await violationsOf(boss)).toEqual([])
  await dialog.getByLabel('Miss').check()
  await dialog.getByLabel('Reason').fill('They were at another tent.')
  // The first answer is lost: sent again, it counts once.
  const ids: string[] = []
  await boss.route('**/corrections', async (route) => {
    ids.push(route.request().postDataJSON().correctionId)
    if (ids.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  await dialog.getByText('No answer came').waitFor()
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  await boss.getByText('is corrected: Miss.').waitFor()
  expect(ids[0]).toBe(ids[1])
  await boss
    .locator(`[id="tent-${made?.id}"]`)
    .getByText('corrected to a Miss: They were at another tent.')
    .waitFor()
  await Promise.all([page, boss].map((one) => one.context().close()))
}, 180_000)

it('all that happened in a check is on paper, A4 and Letter, whatever the screen shows of it', async () => {
  const desk = await openDesk(demo.server)
  await desk.startCheck(30)
  const { checkId, activeTents } = await desk.status()
  const ids = activeTents.map(({ id }) => id)
  await desk.ask('tent-checks/miss-rest', { ids, checkId, restId: randomUUID() })
  await desk.ask('end-check', {})
  const page = await openScreen('line monitor', `/checks/${checkId}`, laptop)
  const lines = page.getByRole('region', { name: 'Tents' }).locator('ol > li:visible')
  const misses = page
    .getByRole('region', { name: 'How it went' })
    .locator('li:visible')
    .filter({ hasText: 'a Miss' })
  // The start is the first of 20.
  await expect.poll(() => misses.count()).toBe(19)
  for (const paper of papers) {
    await layOnPaper(page, paper)
    await expect.poll(() => misses.count()).toBe(30)
    expect(await lines.count()).toBe(30)
    expect([paper.format, await cutOff(page)]).toEqual([paper.format, []])
    // Of 30 tents it is 2: two columns of tents, then an event a line.
    expect(await sheetsOf(page, paper)).toBeLessThan(4)
  }
  await page.context().close()
}, 120_000)

async function labelOf(page: Page, tentId: string | undefined): Promise<string> {
  return page.locator(`[id="tent-${tentId}"]`).getByRole('link').first().innerText()
}
