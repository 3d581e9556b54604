import { act, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { mute, person, Refused, type Replies, show } from '../../../../tests/support/show.tsx'
import { emptyParts } from '../../../shared/tent-check/empty-parts.ts'
import type { Say } from '../../ui/use-message.tsx'
import { bounceMs } from '../../ui/use-settled.ts'
import { callName } from '../pages/call-words.ts'
import type { Standing } from '../pages/standings.ts'
import { StillOut } from './still-out.tsx'

const tents = ['1', '2', '3'].map((order) => activeTent({ order, name: `Tent ${order}` }))
type ATent = (typeof tents)[0]
const [first, second, third] = tents as [ATent, ATent, ATent]

function madeBy(netID: string, present: string[], number = 2): Standing {
  const mark = {
    id: '',
    outcome: 'make',
    by: 'Mona',
    at: '',
    numberOfMisses: 0,
    number,
  } as const
  const facts = { ...mark, netID, present, required: 2 }
  return { outcome: 'make', facts, own: null, isUndoWanted: false }
}

type Standings = ReadonlyMap<string, Standing>
type Some = {
  standings?: Standings
  shown?: typeof tents
  excludedNames?: string[]
  keepsMarked?: boolean
  /** How many calls were made, and of how many: two if nothing is said. */
  calls?: number
  callsAtMost?: number
  closesAt?: string | null
  onUndo?: () => void
  say?: Say
}

function Part(some: Some) {
  const { standings = new Map(), shown = tents, excludedNames = [], keepsMarked = false } = some
  const { calls = 0, callsAtMost = 2, closesAt = null, say = () => {}, onUndo = () => {} } = some
  const check = { checkId: 'c1', number: 3, numCheckers: 1, pages: [], excludedNames, closesAt }
  const made = Array.from({ length: calls }, (_, place) => ({
    call: place + 1,
    at: '2026-01-19T03:04:00Z',
    by: null,
  }))
  const left = shown.filter(({ id }) => !standings.has(id))
  return (
    <StillOut
      check={{ ...emptyParts, ...check, callsAtMost, calls: made, tents: left, marked: [] }}
      left={left}
      keepsMarked={keepsMarked}
      standings={standings}
      tents={shown}
      user={person}
      excluded={new Set(excludedNames)}
      onUndo={onUndo}
      onTent={() => {}}
      onTried={() => {}}
      say={say}
    />
  )
}

/** Shows it, and then how it is when something has changed. */
function showChanging(first: Some, replies: Replies = {}) {
  const changes = new EventTarget()
  function Changing() {
    const [some, setSome] = useState(first)
    useEffect(() => {
      const change = (event: Event) =>
        event instanceof CustomEvent && setSome((before) => ({ ...before, ...event.detail }))
      changes.addEventListener('change', change)
      return () => changes.removeEventListener('change', change)
    }, [])
    return <Part {...some} />
  }
  const { user } = show(<Changing />, replies)
  const change = (some: Some) =>
    act(() => void changes.dispatchEvent(new CustomEvent('change', { detail: some })))
  return { user, change }
}

const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((line) => line.textContent)

const byMona = (...some: typeof tents) =>
  new Map(some.map(({ id }) => [id, madeBy('mk1', ['Ann Lee', 'Bo Chen'])]))

it.each([
  [true, ['1Tent 1Make, 2 of 2 by Mona', '2Tent 2Page 1', '3Tent 3Page 1']],
  [false, ['2Tent 2Page 1', '3Tent 3Page 1']],
])('a tent that a colleague marks stays in its place: %s', (keepsMarked, expected) => {
  const { change } = showChanging({ keepsMarked })
  change({ standings: byMona(first) })
  screen.getByRole('heading', { name: 'Still out: 2' })
  expect(listed('Still out')).toEqual(expected)
})

it('nothing comes and nothing goes when the last tent is marked, under a finger that is on the list', () => {
  const { change } = showChanging({ keepsMarked: true, standings: byMona(first, second) })
  change({ standings: byMona(...tents) })
  screen.getByRole('heading', { name: 'Still out: 0' })
  expect(listed('Still out')).toEqual(['3Tent 3Make, 2 of 2 by Mona'])
  screen.getByRole('region', { name: 'Calls for absent tents' })
  const rest = screen.getByRole('button', { name: 'Mark the remaining 0 as missed' })
  expect(rest).toHaveProperty('disabled', true)
})

const missed = (...some: typeof tents) =>
  new Map(some.map(({ id }) => [id, { ...madeBy('mk1', []), outcome: 'miss' as const }]))

it.each([
  ['some are Makes', new Map([...missed(first), ...byMona(second, third)]), 3],
  ['all are Misses', missed(...tents), 0],
])('who sees it first when all are marked is told so, by lit tents if %s', (_, standings, lit) => {
  showChanging({ keepsMarked: true, standings })
  const scene = screen
    .getByRole('heading', { name: 'All tents are marked' })
    .closest('div')?.nextElementSibling
  expect(scene?.querySelectorAll('[fill="var(--tent-lit)"]')).toHaveLength(lit)
  expect(screen.queryByRole('list', { name: 'Still out' })).toBeNull()
})

const madeByMe = { ok: true as const, call: 1, at: '2026-01-19T03:04:00Z', closesAt: null }

it('each call of one’s own begins with those who are still out', async () => {
  const { user, change } = showChanging({ keepsMarked: true }, { callTents: madeByMe })
  change({ standings: byMona(first) })
  await user.click(screen.getByRole('button', { name: callName(1, 2) }))
  await expect.poll(() => listed('Still out')).toEqual(['2Tent 2Page 1', '3Tent 3Page 1'])
  change({ calls: 1, standings: byMona(first, second) })
  expect(listed('Still out')).toEqual(['2Tent 2Make, 2 of 2 by Mona', '3Tent 3Page 1'])
})

it.each([
  ['a colleague makes a call', 1],
  ['one is taken back', 0],
])('no tent comes under the finger when %s', (_, calls) => {
  const { change } = showChanging({ keepsMarked: true, calls: 1 - calls })
  change({ standings: byMona(first) })
  change({ calls })
  expect(listed('Still out')).toEqual([
    '1Tent 1Make, 2 of 2 by Mona',
    '2Tent 2Page 1',
    '3Tent 3Page 1',
  ])
})

it.each([
  [2, 'After the final call, mark the rest as missed.'],
  [1, 'After the 1st call, mark the rest as missed.'],
])('of %i calls, the last is called what its button says', (callsAtMost, hint) => {
  show(<Part callsAtMost={callsAtMost} />)
  screen.getByText(hint)
})

it('the rest is marked when the time of the final call is over: its question says how long that is', async () => {
  const closesAt = new Date(Date.now() + 90_000).toISOString()
  const { user } = showChanging({ calls: 2, closesAt })
  screen.getByText('When its time is over, mark the rest as missed.')
  await user.click(screen.getByRole('button', { name: 'Mark the remaining 3 as missed' }))
  const { textContent } = screen.getByRole('dialog')
  expect(textContent).toMatch(
    /The final call was made: the check closes in 1:\d\d\.Each tent below/,
  )
})

it('a tent that was corrected says so, and the rest is missed without it, and without the end', async () => {
  const say = vi.fn()
  const shown = [{ ...first, corrected: 'make' as const }, second, third]
  const missRest = { ok: true as const, missed: [second.id, third.id], already: [] }
  const { user, called } = show(<Part calls={2} shown={shown} say={say} />, { missRest })
  expect(listed('Still out')).toEqual([
    '1Tent 1corrected to Make',
    '2Tent 2Page 1',
    '3Tent 3Page 1',
  ])
  await user.click(screen.getByRole('button', { name: 'Mark the remaining 2 as missed' }))
  expect(listed('Tents to be missed')).toEqual(['2 Tent 2', '3 Tent 3'])
  expect(listed('Tents that keep their correction')).toEqual(['1 Tent 1, corrected to Make'])
  expect(screen.getByRole('dialog').textContent).not.toContain('Then the check ends')
  await user.click(screen.getByRole('button', { name: 'Mark 2 as missed' }))
  await expect.poll(() => say.mock.calls).toEqual([['info', '2 tents are marked as missed.']])
  expect(called.flatMap(({ body }) => (body as { ids?: string[] } | null)?.ids ?? [])).toEqual([
    second.id,
    third.id,
  ])
})

it('where only corrected tents are left, none is there to be missed', () => {
  const shown = tents.map((tent) => ({ ...tent, corrected: 'miss' as const }))
  show(<Part calls={2} shown={shown} />)
  const rest = screen.getByRole('button', { name: 'Mark the remaining 0 as missed' })
  expect(rest).toHaveProperty('disabled', true)
})

it('a call that was refused moves no focus when a colleague makes it', async () => {
  const say = vi.fn()
  const { user, change } = showChanging({ say }, { callTents: mute })
  await user.click(screen.getByRole('button', { name: callName(1, 2) }))
  await expect.poll(() => say.mock.calls).toHaveLength(1)
  screen.getByRole('button', { name: callName(1, 2) }).blur()
  change({ calls: 1 })
  expect(document.activeElement).toBe(document.body)
})

it.each([
  ['America/New_York', '1st call 10:04 PM'],
  ['America/Los_Angeles', '1st call 10:04 PM Eastern'],
])('a call names its zone on a phone of another: in %s “%s”', (phone, expected) => {
  vi.stubEnv('TZ', phone)
  onTestFinished(() => void vi.unstubAllEnvs())
  show(<Part calls={1} />)
  expect(listed('Calls')[0]).toBe(expected)
})

it('a call before is not taken back by a finger that meant the one that a colleague takes back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const call = vi.fn(() => ({ ok: true }) as const)
  const { user, change } = showChanging({ calls: 2 }, { undoCall: call })
  vi.advanceTimersByTime(bounceMs + 1)
  change({ calls: 1 })
  const back = () => screen.getByRole('button', { name: 'Take back the 1st call' })
  await user.click(back())
  expect(call).not.toHaveBeenCalled()
  vi.advanceTimersByTime(bounceMs + 1)
  await user.click(back())
  expect(call).toHaveBeenCalledOnce()
})

it('a call of one’s own leaves the focus on the list of calls, which does not say it again', async () => {
  const { user, change } = showChanging({}, { callTents: madeByMe })
  await user.click(screen.getByRole('button', { name: callName(1, 2) }))
  change({ calls: 1 })
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Calls' }))
})

it('the last call, taken back, takes the question about the rest with it for good', async () => {
  const { user, change } = showChanging({ calls: 2 })
  await user.click(screen.getByRole('button', { name: 'Mark the remaining 3 as missed' }))
  screen.getByRole('dialog')
  change({ calls: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
  change({ calls: 2 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('what became of missing the rest is told where its question is gone, as the call was taken back', async () => {
  let answer = (_: Refused) => {}
  const missRest = () =>
    new Promise<Refused>((resolve) => {
      answer = resolve
    })
  const { user, change } = showChanging({ calls: 2 }, { missRest })
  await user.click(screen.getByRole('button', { name: 'Mark the remaining 3 as missed' }))
  await user.click(screen.getByRole('button', { name: 'Mark 3 as missed', hidden: true }))
  change({ calls: 1 })
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  answer(new Refused(409, 'Call the tents first.'))
  await screen.findByText('Call the tents first.')
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
    expect.stringContaining('1 of 2 since Ann Lee was excluded'),
  ])
  expect(listed('Your marks: 1')).toEqual([expect.stringContaining('2 · Make, 2 of 2')])
})

/** Makes of this monitor, of 2 of 2, by events of these numbers. */
const mine = (...some: [ATent, number][]) =>
  new Map(some.map(([{ id }, number]) => [id, madeBy('tb1', ['Ann Lee', 'Bo Chen'], number)]))

it('one’s own marks stay where they are while they are shown: new ones come on top', () => {
  const { change } = showChanging({ keepsMarked: true, standings: mine([first, 2], [second, 3]) })
  const saved = (order: string) => `${order} · Make, 2 of 2saved · Tent ${order}Undo`
  expect(listed('Your marks: 2')).toEqual([saved('2'), saved('1')])
  change({ standings: mine([first, 2], [third, 4]) })
  const lines = [saved('3'), '2 · unmarked againTent 2', saved('1')]
  expect(listed('Your marks: 2')).toEqual(lines)
  change({ standings: mine([second, 5], [first, 2], [third, 6]) })
  expect(listed('Your marks: 3')).toEqual([saved('3'), saved('2'), saved('1')])
})

it('a tent whose mark is undone stands once, also where a colleague has marked it below its number', () => {
  const { change } = showChanging({ keepsMarked: true, standings: mine([first, 2]) })
  change({ standings: new Map([[first.id, madeBy('mk1', ['Ann Lee'])]]) })
  expect(listed('Your marks: 0')).toEqual([expect.stringContaining('1 · Make, 1 of 2')])
  expect(screen.queryByText(/^Other Makes below/)).toBeNull()
})

it.each<[string, boolean, Standings, Standings]>([
  ['on a laptop a line above left', false, mine([first, 2], [second, 3]), mine([first, 2])],
  ['a tent came in among those still out', true, mine([first, 2], [second, 3]), mine([first, 2])],
  ['a mark came in', true, mine([first, 2]), mine([first, 2], [second, 3])],
])('no Undo counts for a finger right after %s', async (_, keepsMarked, before, after) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const onUndo = vi.fn()
  const { user, change } = showChanging({ keepsMarked, standings: before, onUndo })
  const undo = () => screen.getByRole('button', { name: 'Undo, tent 1 Tent 1' })
  vi.advanceTimersByTime(bounceMs + 1)
  change({ standings: after })
  await user.click(undo())
  expect(onUndo).not.toHaveBeenCalled()
  // A key is at its button, wherever that has gone.
  undo().focus()
  await user.keyboard('{Enter}')
  expect(onUndo).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(bounceMs + 1)
  await user.click(undo())
  expect(onUndo).toHaveBeenCalledTimes(2)
})

it('on a laptop an Undo counts right after a colleague’s mark, which leaves those still out', async () => {
  const onUndo = vi.fn()
  vi.useFakeTimers({ toFake: ['performance'] })
  const { user, change } = showChanging({ standings: mine([first, 2]), onUndo })
  vi.advanceTimersByTime(bounceMs + 1)
  change({ standings: new Map([...mine([first, 2]), ...byMona(second)]) })
  await user.click(screen.getByRole('button', { name: 'Undo, tent 1 Tent 1' }))
  expect(onUndo).toHaveBeenCalledTimes(1)
})
