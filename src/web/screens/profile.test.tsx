// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, person, unanswered } from '../../../tests/support/show.tsx'
import type { RecordedCheck } from '../../shared/check-history/contract.ts'

it('the profile says that the person or their tent could not be loaded', async () => {
  openScreen('/profile', { me: unanswered, listTents: unanswered }, person)
  await screen.findByRole('heading', { name: 'Hi, Taylor' })
  await screen.findByText('Failed to load profile.')
  await screen.findByText('Failed to load tent data.')
})

it('the profile says that nobody’s tent has one’s netID', async () => {
  openScreen('/profile', { me: person, listTents: [] }, person)
  await screen.findByText('We couldn’t find a tent associated with your netID.')
})

const tent = {
  id: 't1',
  order: 'A',
  name: 'Ants',
  type: 'Blue',
  captain: '',
  captainName: 'Ann Lee',
  members: 'Ann Lee, Bo Chen',
  netIDs: 'tb1',
  numberOfMisses: 1,
  dayNumber: 1,
  nightNumber: 2,
  lastMissLM: 'Lena',
  dateOfLastMiss: '',
  lastCheck: 'Ann Lee, Bo Chen',
  dateOfLastCheck: '',
  seenBy: [],
}
const checked = (outcome: RecordedCheck['outcome'], present: string[]): RecordedCheck => ({
  checkId: 'c1',
  startedAt: '2026-01-29T07:00:00.000Z',
  outcome,
  at: '2026-01-29T07:05:00.000Z',
  by: 'Lena',
  present,
  required: 2,
  corrections: [],
  disputableUntil: null,
})

it.each<[RecordedCheck['outcome'], string[], string[]]>([
  ['make', ['Ann Lee', 'Bo Chen'], ['Ann Lee, there', 'Bo Chen, there']],
  ['miss', [], ['Ann Lee, not there', 'Bo Chen, not there']],
  ['miss', ['Bo Chen'], ['Ann Lee, not there', 'Bo Chen, there']],
  ['none', [], ['Ann Lee', 'Bo Chen']],
])(
  'the profile says who was counted in the last check: %s of %j',
  async (outcome, present, expected) => {
    const tentRecord = {
      tent: { id: 't1', order: 'A', name: 'Ants' },
      standing: { period: 'Blue', misses: 1, allowed: 2 },
      checks: [checked(outcome, present)],
    }
    openScreen('/profile', { me: person, listTents: [tent], tentRecord }, person)
    const title = await screen.findByText('Team members')
    const read = () =>
      [...(title.parentElement?.querySelectorAll('ul')[0]?.querySelectorAll('li') ?? [])].map(
        ({ textContent }) => textContent.replace(/^[✓–]/, ''),
      )
    await expect.poll(read).toEqual(expected)
  },
)
