import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { person, show } from '../../../../tests/support/show.tsx'
import { keyedMembersOf } from '../../../shared/tents/members.ts'
import { bounceMs } from '../../ui/use-settled.ts'
import { markOf } from '../marks/mark.ts'
import { MarkLine } from './mark-line.tsx'
import { TentRow } from './tent-row.tsx'

const people = ['Elijah Fischer', 'Bo Lind', 'Caleb Zhang'].map((name) => ({
  id: name,
  name,
  netID: null,
}))
const tent = activeTent({ order: 'C', name: 'Cold Feet', people })

function showLine(query: string, tentShown = tent) {
  const facts = { by: 'Mona', at: '', netID: 'mona1', present: [], required: null, number: 2 }
  const mark = { ...facts, id: tent.id, outcome: 'miss', numberOfMisses: 1 } as const
  const standing = { outcome: 'miss', facts: mark, own: null, isUndoWanted: false } as const
  const line = {
    tent: tentShown,
    standing,
    place: 0,
    query,
    excluded: new Set<string>(),
    user: person,
  }
  show(
    <ul>
      <MarkLine {...line} onUndo={() => {}} />
    </ul>,
  )
}

const marksIn = (part: HTMLElement) =>
  [...part.querySelectorAll('mark')].map(({ textContent }) => textContent)

it.each([
  ['', 'saved · Cold Feet'],
  ['c', 'saved · Elijah Fischer · Caleb Zhang · Cold Feet'],
])('the state of a mark comes first, whatever the search “%s” means', (query, expected) => {
  showLine(query)
  expect(screen.getByText(/^saved/).textContent).toBe(expected)
})

it('the mark of a tent without an order comes before its name, which may be long', () => {
  showLine('', { ...tent, order: '', name: 'Sleepless in Krzyzewskiville' })
  const [words] = screen.getAllByText(/Sleepless/)
  expect(words?.textContent).toBe('Miss by Mona · Sleepless in Krzyzewskiville')
})

it('the order of a line is highlighted, too, where the search means it', () => {
  showLine('c')
  expect(marksIn(screen.getByRole('listitem'))).toEqual(['C', 'c', 'C', 'C'])
})

it.each([
  ['a name', 'cold', ['Cold'], false],
  ['an order, and members', 'c', ['C', 'c', 'C'], true],
  ['a captain who is no member', 'dana', ['Dana'], false],
  ['a captain who is a member, once', 'lind', ['Lind'], false],
])('in a row what the search means is highlighted: %s', (_, query, expected, isOrder) => {
  const one = { ...tent, captainName: query === 'lind' ? 'Bo Lind' : 'Dana Ó Briain' }
  show(
    <ul>
      <TentRow tent={one} place={0} query={query} open={null} onOpen={() => {}} />
    </ul>,
  )
  const isFound = /found/.test(
    screen.getByText('C', { selector: 'span > span' }).parentElement?.className ?? '',
  )
  expect([marksIn(screen.getByRole('button')), isFound]).toEqual([expected, isOrder])
})

it('who was excluded comes in the place of state and name, so that the line grows by none', () => {
  const facts = { by: 'Mona', at: '', netID: 'mona1', present: ['Bo Lind'], required: 1, number: 2 }
  const mark = { ...facts, id: tent.id, outcome: 'make', numberOfMisses: 0 } as const
  const standing = { outcome: 'make', facts: mark, own: null, isUndoWanted: false } as const
  const line = { tent, standing, place: 0, excluded: new Set(['Bo Lind']), user: person }
  show(
    <ul>
      <MarkLine {...line} onUndo={() => {}} />
    </ul>,
  )
  expect(screen.getByText('0 of 1 since Bo Lind was excluded')).toBeTruthy()
  expect(screen.queryByText(/Cold Feet/)).toBe(null)
})

it('who was excluded is said of a mark, too, of which the server has said nothing yet', () => {
  const one = { ...tent, members: 'Bo Lind, Caleb Zhang', required: 2 }
  const tap = { tent: one, checkId: 'c1', monitor: person, markId: 'm1', now: new Date(0) }
  const present = keyedMembersOf(one)
  const own = { ...markOf({ ...tap, outcome: 'make', present }), phase: 'sending' } as const
  const standing = { outcome: 'make', facts: null, own, isUndoWanted: false } as const
  const line = { tent: one, standing, place: 0, excluded: new Set(['Bo Lind']), user: person }
  show(
    <ul>
      <MarkLine {...line} onUndo={() => {}} />
    </ul>,
  )
  screen.getByText('1 of 2 since Bo Lind was excluded')
})

it.each([
  [2, '2 must show'],
  [null, '? must show'],
  [undefined, '? must show'],
])('a row says how many must show, also that it is not known: %s', (required, expected) => {
  const one = { ...tent, ...(required === undefined ? {} : { required }) }
  show(
    <ul>
      <TentRow tent={one} place={0} query="" open={null} onOpen={() => {}} />
    </ul>,
  )
  expect(screen.getByRole('button').textContent).toContain(expected)
})

it('a row says to what its tent was corrected', () => {
  const given = { place: 0, query: '', open: null, onOpen: () => {} }
  show(
    <ul>
      <TentRow tent={{ ...tent, corrected: 'make' }} {...given} />
    </ul>,
  )
  screen.getByText(/corrected to Make/)
})

it.each([
  ['a colleague’s', 'mona1', 'mona1', [0, 1, 2]],
  ['one’s own', person.netID, person.netID, [1, 2, 3]],
  ['a colleague’s that came in the place of one’s own', person.netID, 'mona1', [0, 1, 2]],
])('the Undo of %s mark, for a finger, a key, and a finger after a second', async (...given) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const [, before, netID, expected] = given
  const onUndo = vi.fn()
  function Line() {
    const [by, setBy] = useState(before)
    const facts = { by, at: '', netID: by, present: [], required: null, number: 2 }
    const mark = { ...facts, id: tent.id, outcome: 'miss', numberOfMisses: 1 } as const
    const standing = { outcome: 'miss', facts: mark, own: null, isUndoWanted: false } as const
    const user = { ...person, isSuperUser: true }
    const line = { tent, standing, place: 0, excluded: new Set<string>(), user }
    return (
      <ul onDoubleClick={() => setBy(netID)}>
        <MarkLine {...line} onUndo={onUndo} />
      </ul>
    )
  }
  const { user } = show(<Line />)
  if (before !== netID) vi.advanceTimersByTime(bounceMs + 1)
  fireEvent.doubleClick(screen.getByRole('list'))
  const undo = screen.getByRole('button', { name: 'Undo, tent C Cold Feet' })
  const called: number[] = []
  const count = () => called.push(onUndo.mock.calls.length)
  await user.click(undo)
  count()
  await user.keyboard('{Enter}')
  count()
  vi.advanceTimersByTime(bounceMs + 1)
  await user.click(undo)
  count()
  expect(called).toEqual(expected)
})
