// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { person, show } from '../../../../tests/support/show.tsx'
import { emptyParts } from '../../../shared/tent-check/empty-parts.ts'
import type { Standing } from '../pages/standings.ts'
import { StillOut } from './still-out.tsx'

const tents = ['1', '2', '3'].map((order) => activeTent({ order, name: `Tent ${order}` }))
const [first, second, third] = tents as [(typeof tents)[0], (typeof tents)[0], (typeof tents)[0]]

function madeBy(netID: string, present: string[]): Standing {
  const mark = {
    id: '',
    outcome: 'make',
    by: 'Mona',
    at: '',
    numberOfMisses: 0,
    number: 2,
  } as const
  const facts = { ...mark, netID, present, required: 2 }
  return { outcome: 'make', facts, own: null, isUndoWanted: false }
}

function opened(standings: Map<string, Standing>, excludedNames: string[]) {
  const check = { checkId: 'c1', number: 3, numCheckers: 1, pages: [], excludedNames }
  show(
    <StillOut
      check={{ ...emptyParts, ...check, tents: [third], marked: [] }}
      left={[third]}
      standings={standings}
      tents={tents}
      user={person}
      excluded={new Set(excludedNames)}
      onUndo={() => {}}
      onTent={() => {}}
      onTried={() => {}}
      say={() => {}}
    />,
  )
}

it('a mark leads to the record of its tent, and the list to the record of the check', () => {
  const standings = new Map([[second.id, madeBy('tb1', ['Cy Diaz', 'Di Eze'])]])
  opened(standings, [])
  const record = screen.getByRole('link', { name: '2 · Make, 2 of 2' })
  expect(record.getAttribute('href')).toBe('/line-monitor-dashboard#tents/id%202')
  const check = screen.getByRole('link', { name: 'The record of this check so far' })
  expect(check.getAttribute('href')).toBe('/checks/c1')
})

it('which Makes of others are below their number is shown, beside one’s own marks', () => {
  const standings = new Map([
    [first.id, madeBy('mk1', ['Ann Lee', 'Bo Chen'])],
    [second.id, madeBy('tb1', ['Cy Diaz', 'Di Eze'])],
  ])
  opened(standings, ['Ann Lee'])
  const listed = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((line) => line.textContent)
  expect(listed('Other Makes below the number: 1')).toEqual([
    expect.stringContaining('Below the number: 1 of 2 since Ann Lee was excluded'),
  ])
  expect(listed('Your marks: 1')).toEqual([expect.stringContaining('2 · Make, 2 of 2')])
})
