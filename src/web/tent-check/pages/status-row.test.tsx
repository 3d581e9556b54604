// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import { emptyParts } from '../../../shared/tent-check/empty-parts.ts'
import { StatusRow } from './status-row.tsx'

it.each([
  ['one page, once', [24], 20, 20, '20 of 24 left'],
  ['two pages, here and in all', [12, 12], 8, 20, '8 left here20 of 24 left'],
  ['no page, in all', [24], null, 20, '20 of 24 left'],
])('what is left is said on %s', (_, pages, here, left, expected) => {
  const check = {
    ...emptyParts,
    checkId: 'c1',
    number: 1,
    numCheckers: pages.length,
    pages: pages.map((tentCount) => ({ first: 'A', last: 'B', tentCount })),
    tents: [],
    marked: [],
    excludedNames: [],
  }
  show(
    <StatusRow check={check} left={left} here={here} connection="live" waiting={0}>
      {null}
    </StatusRow>,
  )
  const state = screen.getByRole('status')
  expect(state.parentElement?.firstElementChild?.textContent).toBe(expected)
})
