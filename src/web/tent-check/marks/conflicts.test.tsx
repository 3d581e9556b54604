import { act, cleanup, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { person, show } from '../../../../tests/support/show.tsx'
import type { MarkFacts } from '../../../shared/tent-check/contract.ts'
import { TimeZone } from '../../ui/times.ts'
import { SeasonSaysContext } from '../live/season-says.ts'
import { Conflicts } from './conflicts.tsx'
import { markOf } from './mark.ts'
import type { QueuedMark } from './mark-queue.ts'
import { NeedsYou } from './needs-you.tsx'

const tent = activeTent({ order: '47', name: 'Los Lobos' })
const tap = { tent, checkId: 'c1', monitor: person, markId: 'm1', now: new Date(0) }
const makeOfMona: MarkFacts = {
  id: tent.id,
  outcome: 'make',
  by: 'Mona',
  netID: 'mona1',
  at: '1/19/2026, 2:14 AM',
  present: [],
  required: null,
  number: 7,
  numberOfMisses: 0,
}
const refused = (mark: MarkFacts | null): QueuedMark => ({
  ...markOf({ ...tap, outcome: 'miss' }),
  refusal: { text: 'Mona marked it.', code: 'markedOtherwise', mark },
  phase: 'refused',
})
const acts = { onRead: () => {}, onUndo: () => {}, onNoneLeft: () => {} }

/** A check in which the tent is marked so; null: it is out. */
const checkOf = (checkId: string, mark: MarkFacts | null, number = 9) => ({
  ...{ checkId, number },
  tents: mark === null ? [tent] : [],
  marked: mark === null ? [] : [{ tent, mark }],
})
type Given = ReturnType<typeof checkOf> | null | undefined

it.each<[string, Given, boolean, boolean]>([
  ['while its check is on', checkOf('c1', makeOfMona), true, false],
  ['before its event is here', checkOf('c1', null, 6), true, false],
  ['not in the next check', checkOf('c2', null), false, true],
  ['not between checks', null, false, true],
  ['not before that is known', undefined, false, false],
])('a mark that stands can be undone %s', (_, check, isOffered, isOver) => {
  const boss = { ...person, isSuperUser: true }
  const given = { ...acts, marks: [refused(makeOfMona)], user: boss, check }
  show(<Conflicts {...given} />, {})
  const undo = screen.queryByRole('button', { name: 'Undo the Make' })
  const over = screen.queryByText(/The check is over: a super user can correct its record\.$/)
  expect([undo !== null, over !== null]).toEqual([isOffered, isOver])
  screen.getByRole('button', { name: 'Leave the Make' })
})

it.each<[string, Given, string]>([
  ['that goes on again', checkOf('c1', null), 'It came while the check was closed.'],
  ['that is over', null, 'That check is over'],
])('a mark that came after the end says what helps in a check %s', (_, check, said) => {
  const text = 'That check is over, so the mark did not count. It is kept on record.'
  const mark = { ...refused(null), refusal: { text, code: 'otherCheck', mark: null } }
  show(<Conflicts {...acts} marks={[mark]} user={person} check={check} />)
  screen.getByText(new RegExp(`^${said}`))
})

it.each<[string, boolean, Given, string]>([
  ['has it again', true, checkOf('c1', null), 'It came while you did not have the role.'],
  ['has it not', false, checkOf('c1', null), 'You need the role.'],
  ['has it again after the check', true, null, 'You need the role.'],
])(
  'a mark that came without the role says what helps whoever %s',
  (_, isLineMonitor, check, said) => {
    const refusal = { text: 'You need the role.', code: 'needsLineMonitor', mark: null }
    const given = { ...acts, marks: [{ ...refused(null), refusal }], check }
    show(<Conflicts {...given} user={{ ...person, isLineMonitor }} />)
    screen.getByText(new RegExp(`^${said}`))
  },
)

it.each([
  ['It is unmarked again.', null],
  ['It has been marked again since.', { ...makeOfMona, number: 8 }],
])('a mark that stands no more is not said to stand: %s', (said, mark) => {
  const given = { ...acts, marks: [refused(makeOfMona)], check: checkOf('c1', mark) }
  show(<Conflicts {...given} user={{ ...person, isSuperUser: true }} />)
  screen.getByText(`Mona marked it. ${said}`)
  screen.getByText('Mona’s, taken back')
  const offered = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(offered).toEqual(['I have read this'])
})

it.each([
  ['America/New_York', 'America/New_York', ''],
  ['America/Los_Angeles', 'America/New_York', ' Eastern'],
  ['America/New_York', 'America/Los_Angeles', ' Eastern'],
])('names the zone of both times with the season in %s, the phone in %s', (zone, phone, named) => {
  vi.stubEnv('TZ', phone)
  onTestFinished(() => void vi.unstubAllEnvs())
  const given = {
    ...acts,
    marks: [refused(makeOfMona)],
    user: person,
    check: checkOf('c1', makeOfMona),
  }
  show(
    <TimeZone value={zone}>
      <Conflicts {...given} />
    </TimeZone>,
  )
  const times = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(times).toEqual([`Miss12/31/1969, 7:00 PM${named}`, `Make1/19/2026, 2:14 AM${named}`])
})

it('gives both times by the server’s clock, where the phone’s is an hour ahead', () => {
  const says = { notes: [], grace: null, serverAheadMs: -3_600_000 }
  const check = checkOf('c1', makeOfMona)
  show(
    <SeasonSaysContext value={() => says}>
      <Conflicts {...acts} marks={[refused(makeOfMona)]} user={person} check={check} />
    </SeasonSaysContext>,
  )
  const [yours] = screen.getAllByRole('definition')
  expect(yours?.textContent).toMatch(/^Miss12\/31\/1969, 6:00 PM/)
})

it('a mark that needs its monitor makes the phone vibrate once, in three pulses', () => {
  onTestFinished(cleanup)
  const felt = vi.fn()
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true }, vibrate: felt })
  render(<NeedsYou marks={[refused(null)]}>{null}</NeedsYou>)
  expect(felt.mock.calls).toEqual([[[60, 80, 60, 80, 60]]])
})

/** The marks that need their monitor, answered as in the tent check. */
function showNeedsYou(labels: string[]) {
  const marksOf = (given: string[]) =>
    given.map((tentLabel) => ({ ...refused(null), markId: tentLabel, tentLabel }))
  const onNoneLeft = vi.fn()
  let setMarks: (marks: QueuedMark[]) => void = () => {}
  function All() {
    const [marks, set] = useState(marksOf(labels))
    setMarks = set
    return (
      <NeedsYou marks={marks}>
        <Conflicts
          {...acts}
          marks={marks}
          user={person}
          check={null}
          onRead={(markId) => set(marks.filter((mark) => mark.markId !== markId))}
          onNoneLeft={onNoneLeft}
        />
      </NeedsYou>
    )
  }
  const { user } = show(<All />)
  const read = async (label: string) => {
    const conflict = within(screen.getByRole('region', { name: label, hidden: true }))
    await user.click(conflict.getByRole('button', { name: 'I have read this', hidden: true }))
  }
  return {
    user,
    read,
    onNoneLeft,
    refuse: (label: string) => act(() => setMarks(marksOf([label]))),
  }
}

it('a mark that is refused after the last one was answered opens nothing over the tent', async () => {
  const { user, read, refuse } = showNeedsYou(['A'])
  await user.click(screen.getByRole('button', { name: '1 needs you' }))
  await read('A')
  refuse('B')
  screen.getByRole('button', { name: '1 needs you' })
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

it('an answer leads to the next mark that did not count, the last one back', async () => {
  const { user, read, onNoneLeft } = showNeedsYou(['A', 'B', 'C'])
  await user.click(screen.getByRole('button', { name: '3 need you' }))
  await read('B')
  expect(document.activeElement?.textContent).toBe('C')
  await read('C')
  expect(document.activeElement?.textContent).toBe('A')
  expect(onNoneLeft).not.toHaveBeenCalled()
  await read('A')
  expect(onNoneLeft).toHaveBeenCalledOnce()
})

it('a mark that did not count leads to the records of its tent and its check', () => {
  show(<Conflicts {...acts} marks={[refused(null)]} user={person} check={null} />, {})
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/line-monitor-dashboard#tents/id%2047', '/checks/c1'])
})
