// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { person, show } from '../../../../tests/support/show.tsx'
import { emptyParts } from '../../../shared/tent-check/empty-parts.ts'
import type { Standing } from '../pages/standings.ts'
import { StillOut } from './still-out.tsx'

const tents = ['1', '2', '3'].map((order) => activeTent({ order, name: `Tent ${order}` }))
const [first, second] = tents as [(typeof tents)[0], (typeof tents)[0]]

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

type Standings = ReadonlyMap<string, Standing>
type Some = { standings: Standings; excludedNames?: string[]; keepsMarked?: boolean }

function Part({ standings, excludedNames = [], keepsMarked = false }: Some) {
  const check = { checkId: 'c1', number: 3, numCheckers: 1, pages: [], excludedNames }
  const left = tents.filter(({ id }) => !standings.has(id))
  return (
    <StillOut
      check={{ ...emptyParts, ...check, tents: left, marked: [] }}
      left={left}
      keepsMarked={keepsMarked}
      standings={standings}
      tents={tents}
      user={person}
      excluded={new Set(excludedNames)}
      onUndo={() => {}}
      onTent={() => {}}
      onTried={() => {}}
      say={() => {}}
    />
  )
}

const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((line) => line.textContent)

/** Marks a tent when its button is pressed. */
function Marked({ keepsMarked }: { keepsMarked: boolean }) {
  const [standings, setStandings] = useState<Standings>(new Map())
  return (
    <>
      <button
        type="button"
        onClick={() => setStandings(new Map([[first.id, madeBy('mk1', ['Ann Lee', 'Bo Chen'])]]))}
      >
        Mona marks
      </button>
      <Part standings={standings} keepsMarked={keepsMarked} />
    </>
  )
}

it.each([
  [true, ['1Tent 1Make, 2 of 2 by Mona', '2Tent 2Page 1', '3Tent 3Page 1']],
  [false, ['2Tent 2Page 1', '3Tent 3Page 1']],
])('a tent that a colleague marks stays in its place: %s', async (keepsMarked, expected) => {
  const { user } = show(<Marked keepsMarked={keepsMarked} />)
  await user.click(screen.getByRole('button', { name: 'Mona marks' }))
  screen.getByRole('heading', { name: 'Still out: 2' })
  expect(listed('Still out')).toEqual(expected)
})

it('a mark leads to the record of its tent, and the list to the record of the check', () => {
  const standings = new Map([[second.id, madeBy('tb1', ['Cy Diaz', 'Di Eze'])]])
  show(<Part standings={standings} />)
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
  show(<Part standings={standings} excludedNames={['Ann Lee']} />)
  expect(listed('Other Makes below the number: 1')).toEqual([
    expect.stringContaining('Below the number: 1 of 2 since Ann Lee was excluded'),
  ])
  expect(listed('Your marks: 1')).toEqual([expect.stringContaining('2 · Make, 2 of 2')])
})
