import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { noCheck } from '../../../../tests/support/check-status.ts'
import { listed, person, type Replies, show } from '../../../../tests/support/show.tsx'
import type { ListedCheck } from '../../../shared/check-history/contract.ts'
import { defaultRules } from '../../../shared/season/default-rules.ts'
import { seasonNow } from '../../../shared/season/rules.ts'
import { Tonight } from './tonight.tsx'

const at = Date.parse('2026-01-20T17:00:00.000Z')
const grace = {
  id: 'g1',
  from: '2026-01-20T16:00:00.000Z',
  until: '2026-01-20T19:00:00.000Z',
  reason: 'Lightning',
}
const ended: ListedCheck = {
  id: 'c1',
  startedAt: '2026-01-20T07:14:00.000Z',
  startedBy: { netID: 'mk1', name: 'Mona Kim' },
  endedAt: '2026-01-20T07:55:00.000Z',
  ending: 'ended',
  tents: 130,
  makes: 120,
  misses: 8,
  unmarked: 2,
  late: 0,
  corrected: 0,
  period: 'Black',
  clock: 'night',
  inGrace: false,
}

/** Tonight while no check is on; what is said of the last one, of grace and of the next period. */
async function quiet(mayRead: boolean, more: Replies = {}, next = /^Blue/) {
  const replies: Replies = {
    checkStatus: noCheck,
    getSeason: { ...defaultRules, now: seasonNow(defaultRules, [], at) },
    listChecks: { checks: [ended], more: false },
    listTents: [],
    listUsers: [listed(person)],
    ...more,
  }
  show(<Tonight netID="tb1" mayRead={mayRead} mayChange={false} />, replies)
  const check = within(await screen.findByRole('region', { name: 'Check status' }))
  await check.findByText(next)
  const facts = check.getAllByRole('term').map((term) => {
    return [term.textContent, term.nextElementSibling?.textContent ?? ''] as const
  })
  return { check, facts: new Map(facts) }
}

it('while no check is on, Tonight says what the last one came to, and what comes next', async () => {
  const { check, facts } = await quiet(true)
  expect((await check.findByRole('link', { name: /1\/20\/2026/ })).getAttribute('href')).toBe(
    '/checks/c1',
  )
  expect(check.getByText(/by Mona Kim · Ended after 41 min · Makes 120 · Misses 8$/)).toBeDefined()
  expect(facts.get('Grace')).toBe('None now')
  expect(facts.get('Next period')).toMatch(/^Blue/)
  expect(check.getByRole('link', { name: 'Start a check' }).getAttribute('href')).toBe(
    '/tent-check',
  )
})

it('off season there is no next period', async () => {
  const now = seasonNow({ ...defaultRules, inSeason: false }, [], at)
  const { facts } = await quiet(
    true,
    { getSeason: { ...defaultRules, inSeason: false, now } },
    /^It is off season/,
  )
  expect(facts.get('Next period')).toBe('It is off season')
})

it('it says until when grace lasts', async () => {
  const now = seasonNow(defaultRules, [grace], at)
  const { facts } = await quiet(true, { getSeason: { ...defaultRules, now } })
  expect(facts.get('Grace')).toMatch(/^Until .*2:00 PM/)
})

it('before the first check there is none to tell of', async () => {
  const { check } = await quiet(true, { listChecks: { checks: [], more: false } })
  expect(await check.findByText('No check yet.')).toBeDefined()
})

it('who is no line monitor sees no check, and starts none', async () => {
  const { check, facts } = await quiet(false)
  expect([...facts.keys()]).toEqual(['Grace', 'Next period'])
  expect(check.queryByRole('link', { name: 'Start a check' })).toBeNull()
})
