import type { Locator, Page } from 'playwright-core'
import type { ListedUser } from '../src/shared/accounts/contract.ts'
import type { ListedTent } from '../src/shared/tents/contract.ts'
import { signInTo } from '../tests/support/calls.ts'
import { laptop } from '../tests/support/chromium.ts'
import { startDemoServer } from '../tests/support/demo-server.ts'
import { closeBrowser, type Felt, feelings, openSlowPage, settle, spread } from './browser.ts'
import { report, rounds } from './figures.ts'

/**
 * The dashboard's tables as they grow: from a letter typed into the search of users, and from a role
 * switched, to the next picture; then the same letters in the search of tents. Both are put into the
 * answers of the server on their way into the browser; whose role is switched is a person of the
 * server, by the real call.
 */
const counts = [500, 2000, 5000]
const tentCounts = [130, 1000]
const cpus = [1, 4]
const typed = 'robin parker'
const switches = 6

const server = await startDemoServer({ RATE_LIMIT_FACTOR: '1000' })
const token = await signInTo(server, server.account('super user'))

type Round = { typing: Felt; switching: Felt }
const measured = new Map<string, Round[]>()
const inTents = new Map<string, Felt[]>()
for (let round = 0; round < rounds; round += 1) {
  for (const cpu of cpus) {
    for (const count of counts) {
      const key = `${cpu} ${count}`
      measured.set(key, [...(measured.get(key) ?? []), await measure(count, cpu)])
    }
    for (const count of tentCounts) {
      const key = `${cpu} ${count}`
      inTents.set(key, [...(inTents.get(key) ?? []), await measureTents(count, cpu)])
    }
  }
}

const of = (count: number, cpu: number, part: keyof Round, made: number) =>
  spread(
    (measured.get(`${cpu} ${count}`) ?? []).flatMap((round) => round[part].interactionsMs),
    made * rounds,
  )
report(
  'users-table',
  {
    head: [
      'users',
      'CPU slowed',
      'typing: p50, p98, worst ms',
      'switching a role: p50, p98, worst ms',
    ],
    rows: cpus.flatMap((cpu) =>
      counts.map((count) => [
        String(count),
        `${cpu} ×`,
        of(count, cpu, 'typing', typed.length).join(', '),
        of(count, cpu, 'switching', switches).join(', '),
      ]),
    ),
  },
  [
    {
      title: 'Worst of each at 4 ×',
      x: { name: 'users', values: counts },
      y: 'ms',
      lines: {
        typing: counts.map((count) => Number(of(count, 4, 'typing', typed.length)[2])),
        switching: counts.map((count) => Number(of(count, 4, 'switching', switches)[2])),
      },
    },
  ],
)
report('tents-table', {
  head: ['tents', 'CPU slowed', 'typing: p50, p98, worst ms'],
  rows: cpus.flatMap((cpu) =>
    tentCounts.map((count) => {
      const felt = inTents.get(`${cpu} ${count}`) ?? []
      const all = felt.flatMap(({ interactionsMs }) => interactionsMs)
      return [String(count), `${cpu} ×`, spread(all, typed.length * rounds).join(', ')]
    }),
  ),
})

await closeBrowser()
await server.close()

async function measure(count: number, cpu: number): Promise<Round> {
  const page = await openDesk(cpu)
  await page.route('**/api/admin/users', async (route) => {
    const answer = await route.fetch()
    const real: ListedUser[] = await answer.json()
    await route.fulfill({ response: answer, json: [...real, ...people(count - real.length)] })
  })
  await page.goto(`${server.url}/line-monitor-dashboard`)
  const search = page.getByLabel('Search by netID, name or e-mail')
  const role = page.getByRole('switch', { name: 'Line monitor: Taylor Brooks' })
  await role.waitFor()
  // The other sections load too, and are not what is measured here.
  await page.waitForLoadState('networkidle')
  const typing = await feelTyping(page, search)
  await search.fill('')
  await role.scrollIntoViewIfNeeded()
  await feelings(page)
  for (let index = 0; index < switches; index += 1) {
    await role.click()
    await page.getByText('Updated isLineMonitor status for Taylor').waitFor()
    await settle(page)
  }
  const switching = await feelings(page)
  await page.context().close()
  return { typing, switching }
}

async function measureTents(count: number, cpu: number): Promise<Felt> {
  const page = await openDesk(cpu)
  await page.route('**/api/tent-checks', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: tentsLike(await answer.json(), count) })
  })
  await page.goto(`${server.url}/line-monitor-dashboard#tents`)
  await page.getByText(`${count} tents`, { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  const search = page.getByLabel('Search by order, name, person or netID')
  const typing = await feelTyping(page, search)
  await page.context().close()
  return typing
}

async function openDesk(cpu: number): Promise<Page> {
  const { page } = await openSlowPage({ cpu }, laptop)
  await page.addInitScript((given) => localStorage.setItem('token', given), token)
  return page
}

async function feelTyping(page: Page, search: Locator): Promise<Felt> {
  await search.focus()
  await feelings(page)
  for (const letter of typed) {
    await page.keyboard.type(letter)
    await settle(page)
  }
  const typing = await feelings(page)
  if ((await search.inputValue()) !== typed) throw new Error('What was typed went elsewhere')
  return typing
}

/** The demo season's tents over and over, each time as others. */
function tentsLike(tents: readonly ListedTent[], count: number): ListedTent[] {
  return Array.from({ length: count }, (_, index) => {
    const tent = tents[index % tents.length]
    if (tent === undefined) throw new Error('There are no tents to be like')
    return { ...tent, id: `${tent.id} ${index}`, order: String(index + 1) }
  })
}

function people(count: number): ListedUser[] {
  const first = ['Robin', 'Jordan', 'Alex', 'Casey', 'Morgan', 'Riley', 'Quinn']
  const last = ['Parker', 'Nguyen', 'Okafor', 'Silva', 'Meyer', 'Haddad', 'Kowalski', 'Ito']
  return Array.from({ length: count }, (_, index) => ({
    netID: `zz${index}`,
    firstName: first[index % first.length] ?? '',
    lastName: `${last[index % last.length]} ${index}`,
    email: `zz${index}@example.edu`,
    isLineMonitor: index % 50 === 0,
    isSuperUser: false,
    isConfirmed: true,
    isDisabled: false,
    campusWaiting: null,
  }))
}
