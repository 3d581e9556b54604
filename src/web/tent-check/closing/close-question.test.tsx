// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { show } from '../../../../tests/support/show.tsx'
import { emptyParts } from '../../../shared/tent-check/empty-parts.ts'
import { CloseQuestion } from './close-question.tsx'

const left = [activeTent({ order: '47' })]
const none = { checkId: 'c1', number: 1, numCheckers: 1, pages: [], excludedNames: [] }

it.each([
  ['while the check closes, when', 2, 90_000, /^The final call was made: .* closes in 1:\d\d\.It/],
  ['once that is over, that it is due', 2, -1, /^The final call was made: .* is due to close\.It/],
  ['before the final call, nothing of it', 2, null, /^It ends for everyone/],
  ['the one call by its name', 1, 90_000, /^The 1st call was made: /],
])('the question before an end says, %s', (_, callsAtMost, leftMs, expected) => {
  const closesAt = leftMs === null ? null : new Date(Date.now() + leftMs).toISOString()
  const check = { ...emptyParts, ...none, callsAtMost, closesAt, tents: left, marked: [] }
  show(<CloseQuestion how="endCheck" left={left} check={check} onYes={() => {}} onNo={() => {}} />)
  const { textContent } = screen.getByRole('dialog', { hidden: true })
  expect(textContent?.replace('End this check?', '')).toMatch(expected)
  const unmarked = screen.getByRole('list', { name: 'Tents without a mark', hidden: true })
  expect(unmarked.textContent).toBe('47')
})
