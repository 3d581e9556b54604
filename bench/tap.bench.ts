import type { CDPSession, Page } from 'playwright-core'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { startDemoServer } from '../tests/support/demo-server.ts'
import { closeBrowser, type Felt, feelings, openSlowPage, spread, tap } from './browser.ts'
import { median, report, rounds } from './figures.ts'
import { startFloor } from './processes.ts'

/**
 * A monitor's phone, six times slower than this machine, with all 130 tents of a check on one page:
 * from a tap to the next picture, and the long tasks while the list flies by. The floor is a React
 * list with a button for each member of each tent.
 */
const cpu = 6
const membersTapped = 24
const tentsMarked = 8
const scrolledPx = 12_000
const echoMs = 1200
const heads = 'article h2 button'

type Round = { opens: Felt; members: Felt; marks: Felt; scroll: Felt }

const server = await startDemoServer({ RATE_LIMIT_FACTOR: '1000' })
const floor = await startFloor('react-pages')
const token = await signInTo(server, server.account('line monitor'))

const ours: Round[] = []
const floors: Round[] = []
for (let round = 0; round < rounds; round += 1) {
  floors.push(await measureFloor())
  ours.push(await measureOurs())
}

report('tap', {
  head: ['', 'p50 ms', 'p98 ms', 'worst ms', 'longest task ms', 'tasks over 50 ms, a round'],
  rows: [
    row('a member, in a React list', floors, ({ members }) => members, membersTapped),
    row('a tent that opens', ours, ({ opens }) => opens, tentsMarked),
    row('a member', ours, ({ members }) => members, membersTapped),
    row('Miss or Make', ours, ({ marks }) => marks, tentsMarked),
    row('scrolling a React list', floors, ({ scroll }) => scroll, 0),
    row('scrolling', ours, ({ scroll }) => scroll, 0),
  ],
})

await closeBrowser()
await floor.stop()
await server.close()

async function measureOurs(): Promise<Round> {
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  await post(server, token, 'start-check', { tents, numCheckers: 1 })
  const { page, cdp } = await openSlowPage({ cpu })
  await page.addInitScript((given) => localStorage.setItem('token', given), token)
  await page.goto(`${server.url}/tent-check`)
  await page.getByRole('status').getByText('Live').waitFor()
  await page.locator('article').nth(129).waitFor({ state: 'attached' })
  const opens: Felt[] = []
  const members: Felt[] = []
  const marks: Felt[] = []
  const felt = async (into: Felt[], selector: string, place = 0) => {
    // Later than what would count as the echo of the tap before.
    await page.waitForTimeout(echoMs)
    await feelings(page)
    await tap(page, selector, place)
    into.push(await feelings(page))
  }
  await tap(page, heads)
  await page.waitForTimeout(echoMs)
  await tap(page, heads)
  for (let index = 0; index < tentsMarked; index += 1) {
    // Each in another part of the list.
    await felt(opens, heads, index * 15)
    const ofThis = membersTapped / tentsMarked
    const chips = 'article [aria-pressed]:not([class*=exclude])'
    for (let member = 0; member < ofThis; member += 1) await felt(members, chips, member)
    await felt(marks, 'article button[aria-label^="Miss"]')
  }
  const all = { opens: joined(opens), members: joined(members), marks: joined(marks) }
  const whole = { ...all, scroll: await scroll(page, cdp) }
  await page.context().close()
  await post(server, token, 'cancel-check', {})
  return whole
}

async function measureFloor(): Promise<Round> {
  const { page, cdp } = await openSlowPage({ cpu })
  await page.goto(`${floor.url}/react-list`)
  await page.locator('li').nth(129).waitFor({ state: 'attached' })
  const members = await tapMembers(page, '[aria-pressed]')
  const felt = { opens: members, members, marks: members, scroll: await scroll(page, cdp) }
  await page.context().close()
  return felt
}

async function tapMembers(page: Page, selector: string): Promise<Felt> {
  await tap(page, selector)
  // Discards what was noted until the first tap, mostly while loading: it is not measured here.
  await feelings(page)
  for (let index = 0; index < membersTapped; index += 1) await tap(page, selector, index * 65)
  return feelings(page)
}

function joined(felt: readonly Felt[]): Felt {
  return {
    interactionsMs: felt.flatMap(({ interactionsMs }) => interactionsMs),
    longTasksMs: felt.flatMap(({ longTasksMs }) => longTasksMs),
    lcpMs: 0,
  }
}

/** A finger that throws the list up, and up again, from its top. */
async function scroll(page: Page, cdp: CDPSession): Promise<Felt> {
  await page.evaluate(() => scrollTo(0, 0))
  await feelings(page)
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 600,
    yDistance: -scrolledPx,
    speed: 4000,
    gestureSourceType: 'touch',
  })
  return feelings(page)
}

function row(
  name: string,
  felt: readonly Round[],
  of: (round: Round) => Felt,
  taps: number,
): string[] {
  const all = felt.map(of)
  const longTasks = all.map(({ longTasksMs }) => longTasksMs)
  const interactions = all.flatMap(({ interactionsMs }) => interactionsMs)
  return [
    name,
    ...(taps === 0 ? ['', '', ''] : spread(interactions, taps * rounds)),
    Math.max(0, ...longTasks.flat()).toFixed(0),
    median(longTasks.map(({ length }) => length)).toFixed(0),
  ]
}
