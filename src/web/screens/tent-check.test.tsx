import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { noCheck } from '../../../tests/support/check-status.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import {
  openScreen,
  person,
  Refused,
  type Replies,
  unanswered,
} from '../../../tests/support/show.tsx'
import { texts } from '../../shared/messages.ts'
import { refusals } from '../../shared/refusals.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { seasonNow } from '../../shared/season/rules.ts'
import type { CheckStatus } from '../../shared/tent-check/contract.ts'

const bees = { ...rosterRow({ order: 'B', name: 'Bees' }), id: 'recB', people: [] }
const running: CheckStatus = {
  ...noCheck,
  isCheckInProgress: true,
  checkId: 'c1',
  number: 1,
  numCheckers: 1,
  pages: [{ first: 'B', last: 'B', tentCount: 1 }],
  activeTents: [activeTent(bees)],
}

/** A line monitor's screen without a live connection. */
function openTentCheck(replies: Replies = {}, netID = person.netID) {
  const listChecks = { checks: [], more: false }
  const page = openScreen(
    '/tent-check',
    { checkStatus: noCheck, listTents: [bees], listChecks, ...replies },
    { ...person, netID, isLineMonitor: true },
  )
  /** By a key, because a second tap in one place is a bounce. */
  async function press(name: string, role = 'button') {
    const found = await screen.findByRole(role, { name })
    found.focus()
    await page.user.keyboard('{Enter}')
  }
  return { ...page, press }
}

it('leads to the LM Dashboard, which the menu of a line monitor lacks', async () => {
  openTentCheck()
  const link = await screen.findByRole('link', { name: 'LM Dashboard' })
  expect(link.getAttribute('href')).toBe('/line-monitor-dashboard')
})

it('where a check is started the last one stands below, and leads to who missed', async () => {
  const ended = {
    id: 'c2',
    startedAt: '2026-01-19T14:10:00.000Z',
    startedBy: { netID: 'tb1', name: 'Taylor Brooks' },
    endedAt: '2026-01-19T14:31:00.000Z',
    ending: 'ended',
    tents: 24,
    makes: 13,
    misses: 11,
    unmarked: 0,
    late: 0,
    corrected: 0,
    period: 'Blue',
    clock: 'day',
    inGrace: false,
  } as const
  openTentCheck({ listChecks: { checks: [ended], more: false } })
  await screen.findByRole('button', { name: 'Start Check' })
  const link = await screen.findByRole('link', { name: 'Mon, 1/19/2026, 9:10 AM Eastern' })
  expect(link.getAttribute('href')).toBe('/checks/c2')
  expect(link.parentElement?.textContent).toContain('Makes 13 · Misses 11')
})

it('a check that is started, or cancelled, here is seen here even without a live connection', async () => {
  const { press, reply } = openTentCheck({
    startCheck: () => {
      reply({ checkStatus: running })
      return { ok: true, checkId: 'c1' }
    },
    cancelCheck: () => {
      reply({ checkStatus: noCheck })
      return { ok: true }
    },
  })
  await press('Start Check')
  await screen.findByRole('article', { name: 'Tent B Bees' })
  await press('Cancel Check')
  await press('Cancel the check')
  await screen.findByRole('heading', { name: 'No check is in progress' })
})

it('a start while another check is on alerts "A check is already in progress.", and shows that one', async () => {
  const [status, words] = refusals.checkInProgress
  const { press, reply } = openTentCheck({
    startCheck: () => {
      reply({ checkStatus: running })
      return new Refused(status, words, 'checkInProgress')
    },
  })
  await press('Start Check')
  await screen.findByText('A check is already in progress.')
  await screen.findByRole('article', { name: 'Tent B Bees' })
})

it.each<[string, Required<Replies>['listTents'], string[], string]>([
  ['on the roster by now', [bees, { ...bees, id: 'recC' }], ['recB', 'recC'], '2 tents, 1 page'],
  ['that were shown, where no answer comes', unanswered, ['recB'], '1 tent, 1 page'],
])('a check is started of the tents %s', async (_, listTents, expected, plan) => {
  const sent: string[][] = []
  const { press, reply } = openTentCheck({
    startCheck: ({ tents }) => {
      sent.push(tents.map(({ id }) => id))
      return { ok: true, checkId: 'c1' }
    },
  })
  await screen.findByText('1 tent, 1 page')
  reply({ listTents })
  await press('Start Check')
  await expect.poll(() => sent).toEqual([expected])
  await screen.findByText(plan)
})

describe('who watches', () => {
  const own = { ...bees, id: 'recC', order: 'C' }
  const nowOf = (status: 'notInCheck' | 'miss') => ({
    ...seasonNow(defaultRules, [], Date.now()),
    check: { checkId: 'c1', startedAt: new Date().toISOString() },
    tent: {
      ...{ id: own.id, order: own.order, name: own.name },
      ...{ required: null, status, at: null, misses: { period: null, standing: 0, allowed: 0 } },
    },
  })

  it.each<[string, Required<Replies>['now'], string]>([
    ['and has no tent in the check', nowOf('notInCheck'), 'This check is without your tent.'],
    ['and whose tent is marked', nowOf('miss'), 'CheckedHow it went'],
    ['and of whose tent it is not known', unanswered, texts.tentDataFailed],
  ])('%s reads so', async (_, now, words) => {
    const listTents = [{ ...own, seenBy: [] }]
    openScreen('/tent-check', { checkStatus: running, listTents, now }, person)
    const panel = await screen.findByRole('region', { name: 'Your tent' })
    await expect.poll(() => panel.textContent).toContain(`Your tent, C Bees${words}`)
  })
})

it('off season it is said beside the button, and one tap starts all the same', async () => {
  const offSeason = { ...defaultRules, inSeason: false }
  const { press, written } = openTentCheck({
    getSeason: { ...offSeason, now: seasonNow(offSeason, [], Date.now()) },
    startCheck: { ok: true, checkId: 'c1' },
  })
  await screen.findByText('It is off season.')
  await press('Start Check')
  await expect.poll(() => written().map(({ name }) => name)).toContain('startCheck')
})

it('a mark refused because its monitor lost the role stays in sight, on every screen, until it is read', async () => {
  const [status, words] = refusals.needsLineMonitor
  const netID = 'loses'
  const { press, reply, user, path } = openTentCheck(
    { checkStatus: running, mark: unanswered },
    netID,
  )
  await user.click(await screen.findByRole('button', { name: /^B/, expanded: false }))
  await press('Miss, tent B Bees')
  await screen.findByText('Reconnecting · 1')

  reply({
    verifyToken: { ...person, netID, sessionId: 's1' },
    mark: new Refused(status, words, 'needsLineMonitor'),
  })
  document.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText(/^Running a check needs the line monitor role\./)
  await screen.findByText('Needs you: your Miss for B Bees did not count.')
  await press('Menu')
  await press('History', 'link')
  await press('Menu')
  await press('1 mark needs you', 'link')
  expect(path()).toBe('/tent-check')
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false')
  await press('1 needs you')
  await press('I have read this')
  await expect.poll(() => screen.queryByText(/^Needs you/)).toBeNull()
  await user.click(screen.getByRole('link', { name: 'History' }))
  await expect.poll(path).toBe('/history')
  expect(screen.queryByRole('link', { name: /needs? you|waits?/ })).toBeNull()
})
