import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Season } from '../../src/shared/season/contract.ts'
import { signInTo } from '../support/calls.ts'
import { openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { stands } from '../support/own-tent.ts'

const demo = demoForAll()

const dayMs = 86_400_000
/** So many days from now, as a local time of the season. */
const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 16)

async function saveSeason(desk: Desk, change: Partial<Season>): Promise<void> {
  const { now: _, ...rules } = await desk.ask<Season>('season')
  await desk.ask('season', { ...rules, ...change }, 'PUT')
}

/** The first tent, which is the demo tenter's. */
async function ownTent(desk: Desk) {
  type Tent = { id: string; people: { id: string; name: string }[] }
  const [own, other] = await desk.ask<Tent[]>('tent-checks')
  if (own === undefined || other === undefined) throw new Error('The demo has no two tents')
  return { own, other }
}

it('a tenter’s page says how their tent stands, live through a check and after it', {
  timeout: 180_000,
}, async () => {
  const desk = await openDesk(demo.server)
  const { own, other } = await ownTent(desk)
  const { id } = own
  const mark = async (more: object) => {
    const { checkId } = await desk.status()
    await desk.ask('tent-checks/update', { id, checkId, ...more })
  }
  await signInTo(demo.server, demo.server.account('tenter'))
  const page = await openPage(demo.browser, phone)
  await signIn(page, demo.server.url, demo.server.account('tenter'))
  await stands(page, 'No check yet', 'There is no period now')
  await saveSeason(desk, {
    periods: [{ name: 'Black', from: day(-3), day: 10, night: 10 }],
    ends: day(3),
  })
  await page.reload()
  // How many depends on the time of day.
  await stands(
    page,
    'Black, by ',
    'of you must be there',
    '0 of 1 allowed in Black. One more is allowed.',
  )

  await desk.startCheck(2)
  await stands(page, 'Live', 'In this check', 'Still out')
  await mark({ misses: 1 })
  await stands(page, 'Live', 'Miss', 'counts if it stands at its end')
  const { checkId: first } = await desk.status()
  await desk.ask('tent-checks/undo', { id, checkId: first, undoId: randomUUID() })
  await stands(page, 'Live', 'Still out')
  const [there] = own.people
  await mark({ lastCheck: there?.name ?? '', present: [there?.id] })
  await stands(page, 'Live', 'Make')
  await desk.ask('end-check', {})
  await stands(page, 'Last check', 'Make', 'Grace until')
  await page.getByText(`${there?.name}, there`).waitFor()
  expect(await page.getByText(', not there').count()).toBe(own.people.length - 1)

  await desk.startCheck(2)
  await mark({ misses: 1 })
  await desk.ask('end-check', {})
  await stands(page, 'Last check', 'Miss', '1 of 1 allowed', 'The next one is one too many')
  const record = page.getByRole('region', { name: 'Checks of your tent' })
  await record.getByRole('button', { name: 'Dispute this Miss' }).waitFor()
  await desk.ask('start-check', { tents: [{ id: other.id }], numCheckers: 1 })
  await stands(page, 'Last check', 'Miss', 'A check is on, without your tent.')
  expect(await page.getByText('Live', { exact: true }).count()).toBe(0)
  await desk.cancelCheck()
  await stands(page, 'There was a check since, without your tent.')

  const second = (await desk.ask<{ checks: { id: string }[] }>('checks')).checks[1]?.id
  const reason = 'The photo shows it.'
  const correction = { tentId: id, outcome: 'make', reason, correctionId: randomUUID() }
  await desk.ask(`checks/${second}/corrections`, correction)
  await page.reload()
  await stands(page, 'Make', 'Later corrected to a Make: The photo shows it.')
  await saveSeason(desk, { inSeason: false })
  await page.reload()
  await stands(page, 'Make', 'It is off season')
  // Where else one is signed in is ended by a finger.
  const end = page.getByRole('button', { name: /^End: / })
  expect((await end.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})
