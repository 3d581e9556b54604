import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { laptop, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { openDesk } from '../support/marking-phone.ts'
import { cutOff, layOnPaper, papers, sheetsOf } from '../support/paper.ts'

const demo = demoForAll()

it('all that happened in a check is on paper, A4 and Letter, whatever the screen shows of it', async () => {
  const desk = await openDesk(demo.server)
  await desk.startCheck(30)
  const { checkId, activeTents } = await desk.status()
  const ids = activeTents.map(({ id }) => id)
  await desk.ask('tent-checks/miss-rest', { ids, checkId, restId: randomUUID() })
  await desk.ask('end-check', {})
  const page = await openPage(demo.browser, laptop)
  await signIn(page, demo.server.url, demo.server.account('line monitor'), `/checks/${checkId}`)
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
