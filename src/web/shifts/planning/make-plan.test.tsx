import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draftOf, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { MakePlan } from './make-plan.tsx'

it.each([
  [{ from: '2026-02-02', days: 7 }, 'A new plan replaces the draft of Mon Feb 2 to Sun Feb 8.'],
  [{ from: '2026-01-28', days: 7 }, null],
])('a draft of %j: said of a new plan is %s', (draft, text) => {
  show(<MakePlan picture={shiftsPicture({ draft: draftOf([], draft) })} />)
  screen.getByRole('button', { name: 'Make a plan, Wed Jan 28 to Tue Feb 3' })
  expect(screen.queryByText(/^A new plan/)?.textContent ?? null).toBe(text)
})
