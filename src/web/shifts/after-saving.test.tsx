import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  draftOf,
  givenAway,
  nightShift,
  shiftPerson,
  shiftsPicture,
} from '../../../tests/support/shifts-picture.ts'
import { Refused, type Replies, show } from '../../../tests/support/show.tsx'
import { nobodyFree } from '../../shared/shifts/free.ts'
import type { Draft, TentShifts as Picture } from '../../shared/shifts/tent-shifts.ts'
import { TentShifts } from './tent-shifts.tsx'

const mine = nightShift('s1', 'm1', '29')
const theirs = nightShift('s2', 'm2', '30')
const offer = givenAway(theirs)

/** A part of the screen. What is done there is answered so, and the picture is another one then. */
async function openPart(part: string, before: Partial<Picture>, after: Partial<Picture>) {
  const view = show(<TentShifts tentId="t1" isOwn />, { getShifts: shiftsPicture(before) })
  await view.user.click(await screen.findByRole('link', { name: part }))
  return {
    ...view,
    answers(name: keyof Replies, answer: object) {
      const reply = () => {
        view.reply({ getShifts: shiftsPicture(after) })
        return answer
      }
      view.reply({ [name]: reply })
    },
  }
}
const gone = (text: string | RegExp) => waitFor(() => expect(screen.queryByText(text)).toBeNull())

it.each([
  ['taken', { ok: true, waits: false }, 'It is yours.'],
  ['taken by another', new Refused(409, 'This offer is taken.'), 'This offer is taken.'],
])(
  'an offer that was %s is off the list, and what came of it is still said',
  async (_, answer, text) => {
    const plan = { shifts: [mine, theirs], short: [] }
    const { user, answers } = await openPart('Swaps', { plan, swaps: [offer] }, { plan })
    answers('takeSwap', answer)
    await user.click(screen.getByRole('button', { name: 'Take it' }))
    await gone(/^Bo gives/)
    expect(screen.getByRole('alert').textContent).toContain(text)
    const isTaken = !(answer instanceof Refused)
    if (isTaken) expect(document.activeElement?.textContent).toBe('Offered now')
  },
)

it('a shift that was offered is marked so, and that others see it is still said', async () => {
  const plan = { shifts: [mine], short: [] }
  const offered = { ...offer, by: 'm1', shift: mine, canTake: false, isMine: true }
  const { user, answers, reply } = await openPart('Swaps', { plan }, { plan, swaps: [offered] })
  reply({ swapOptions: { takers: ['m2'], shifts: [] } })
  answers('offerSwap', { ok: true, id: 'w1' })
  await user.click(screen.getByRole('button', { name: /^Give away or exchange/ }))
  await screen.findByRole('option', { name: 'whoever can take it' })
  await user.click(screen.getByRole('button', { name: 'Give away' }))
  const mark = await screen.findByText('offered')
  expect(screen.queryByLabelText('Give it to')).toBeNull()
  expect(screen.getByText('Offered. Everyone who can take it sees it now.')).toBeDefined()
  expect(document.activeElement).toBe(mark.closest('li'))
})

it('who said which member they are is told so, where their next shift stands', async () => {
  const me = { memberId: null, suggested: null, as: 'member', canPlan: false } as const
  const people = [shiftPerson('m1', 'Ann', { hasAccount: false })]
  const linked = { me: { ...me, memberId: 'm1' }, people: [shiftPerson('m1', 'Ann')] }
  const { user, answers } = await openPart('Fairness', { me, people }, linked)
  answers('linkMember', { ok: true })
  await user.click(screen.getByRole('button', { name: 'I am Ann' }))
  await screen.findByText('You are Ann.')
  await gone('I am Ann')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your next shift' }))
})

it('what is pressed keeps the focus while it is being saved, and once it has nothing more to do', async () => {
  const person = shiftPerson('m1', 'Ann', { isMe: true, availability: nobodyFree })
  const running = { state: 'running', place: 0, endsAt: null } as const
  const view = await openPart('My times', { people: [person] }, { people: [person], job: running })
  const { user, reply, answers } = view
  const press = async (button: HTMLElement) => {
    await user.click(button)
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(document.activeElement).toBe(button)
  }
  await user.click(screen.getByRole('button', { name: 'All available' }))
  await press(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('link', { name: 'Swaps' }))
  reply({ saveSubstitute: () => new Promise(() => {}) })
  await press(screen.getByRole('switch', { name: 'Call me tonight' }))
  await user.click(screen.getByRole('link', { name: 'Planning' }))
  answers('planShifts', { ok: true })
  reply({ getDraftProgress: { job: running, figures: null } })
  const make = screen.getByRole('button', { name: /^Make a plan/ })
  await press(make)
  await screen.findByRole('button', { name: 'Stop' })
  expect(document.activeElement).toBe(make)
  await user.click(make)
  expect(view.written().filter(({ name }) => name === 'planShifts')).toHaveLength(1)
})

const silent = shiftPerson('m3', 'Cy', { hasAccount: false })

it('a member whose times were saved is closed, said so, and where the keyboard goes on', async () => {
  const answered = { ...silent, answeredAt: '2026-01-29T03:10:00.000Z' }
  const { user, answers } = await openPart('Planning', { people: [silent] }, { people: [answered] })
  answers('saveAvailability', { ok: true })
  await user.click(screen.getByRole('button', { name: 'Open Cy' }))
  await user.click(screen.getByRole('button', { name: 'All available' }))
  await user.click(screen.getByRole('button', { name: 'Save for Cy' }))
  await screen.findByText('The times of Cy are saved.')
  expect(screen.queryByRole('grid')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Cy' }))
})

it('a member who was unlinked is closed and said so, not opened to be filled in', async () => {
  const linked = { ...silent, hasAccount: true }
  const { user, answers } = await openPart('Planning', { people: [linked] }, { people: [silent] })
  answers('unlinkMember', { ok: true })
  await user.click(screen.getByRole('button', { name: 'Open Cy' }))
  const unlink = { name: 'Not their account: clear their times and unlink' }
  await user.click(screen.getByRole('button', unlink))
  await user.click(screen.getByRole('button', { name: 'Clear and unlink' }))
  await screen.findByText('Cy can be linked to an account again.')
  await screen.findByText('Fill in')
  expect(screen.queryByRole('grid')).toBeNull()
})

it('settings that were saved are closed, and said to be', async () => {
  const settings = { ...shiftsPicture().settings, approvesSwaps: true }
  const { user, answers } = await openPart('Planning', {}, { settings })
  answers('saveShiftSettings', { ok: true })
  const summary = screen.getByText('Rules for plans')
  await user.click(summary)
  screen.getByRole('option', { name: '1 day hour' })
  const approves = { name: 'Swaps wait until the captain or a deputy approves them' }
  await user.click(screen.getByRole('switch', approves))
  const form = summary.closest('details')?.querySelector('button[type=submit]')
  if (form) await user.click(form)
  await screen.findByText('Saved.')
  await waitFor(() => expect(summary.closest('details')?.open).toBe(false))
  expect(document.activeElement).toBe(summary)
  expect(screen.getByRole('switch', { ...approves, hidden: true, checked: true })).toBeDefined()
})

it('limits that are being set stay while the day of the answers is saved, which they leave as it is', async () => {
  const deadline = '2026-02-03T17:00:00.000Z'
  const { settings } = shiftsPicture()
  const after = { settings: { ...settings, deadline } }
  const { user, answers, written } = await openPart('Planning', {}, after)
  const summary = screen.getByText('Rules for plans')
  await user.click(summary)
  await user.click(
    screen.getByRole('switch', { name: 'Swaps wait until the captain or a deputy approves them' }),
  )
  answers('saveShiftSettings', { ok: true })
  const answerBy = screen.getByLabelText('Answer by')
  await user.type(answerBy, '2026-02-03T12:00')
  const save = within(answerBy.closest('form') ?? summary).getByRole('button')
  const state = () => [save.getAttribute('aria-busy'), save.getAttribute('aria-disabled')]
  await user.click(save)
  await waitFor(() => expect(state()).toEqual([null, 'true']))
  expect(document.activeElement).toBe(save)
  const form = summary.closest('details')?.querySelector('button[type=submit]')
  if (form) await user.click(form)
  const sent = written().filter(({ name }) => name === 'saveShiftSettings')
  expect(sent.map(({ body }) => body)).toEqual([{ deadline }, { approvesSwaps: true }])
})

it('what another planner saves meanwhile changes nothing of what is typed, and is not saved over', async () => {
  const { settings } = shiftsPicture()
  const limits = { ...settings.limits, breakSlots: 8 }
  const deadline = '2026-02-04T17:00:00.000Z'
  const view = await openPart('Planning', {}, {})
  const { user, reply, queryClient, written } = view
  await user.click(screen.getByText('Rules for plans'))
  await user.selectOptions(screen.getByLabelText('Shortest shift'), '1 h 30 min')
  const answerBy = screen.getByLabelText<HTMLInputElement>('Answer by')
  await user.type(answerBy, '2026-02-03T12:00')
  const others = { ...settings, limits, approvesSwaps: true, deadline }
  reply({ getShifts: shiftsPicture({ settings: others }), saveShiftSettings: { ok: true } })
  await queryClient.invalidateQueries()
  await screen.findByRole('switch', { name: /^Swaps wait/, checked: true })
  expect(answerBy.value).toBe('2026-02-03T12:00')
  expect(document.activeElement).toBe(answerBy)
  const shortest = screen.getByLabelText<HTMLSelectElement>('Shortest shift')
  expect(shortest.value).toBe('3')
  const form = shortest.closest('form')
  if (form) await user.click(within(form).getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(written().map(({ body }) => body)).toEqual([{ limits: { ...limits, minSlots: 3 } }])
})

it('who ends the address of their calendar can make another one at once', async () => {
  const { user, answers } = await openPart('Plan', { hasFeed: true }, { hasFeed: false })
  answers('endShiftFeed', { ok: true })
  await user.click(screen.getByRole('button', { name: 'End the address' }))
  await gone('End the address')
  const make = screen.getByRole('button', { name: 'My shifts in my calendar' })
  expect(document.activeElement).toBe(make)
})

const lock = { memberId: 'm1', from: mine.from, until: mine.until }
const another = { memberId: 'm2', from: theirs.from, until: theirs.until }
const draft = (...shifts: Draft['shifts']) => draftOf(shifts)

it.each<[string, Partial<Picture>, Partial<Picture>, string]>([
  ['Unlock Ann', { locks: [lock] }, { locks: [] }, 'Locked shifts (0)'],
  ['Lock Ann', { draft: draft(lock) }, { draft: draft(lock), locks: [lock] }, 'Locked shifts (1)'],
  [
    'Lock Ann',
    { draft: draft(lock, another) },
    { draft: draft(lock, another), locks: [lock] },
    'Shifts of the draft (1)',
  ],
])('after “%s” the keyboard goes on at its list (%#)', async (name, before, after, place) => {
  const { user, answers } = await openPart('Planning', before, after)
  answers('saveLocks', { ok: true })
  const button = screen.getByRole('button', { name: new RegExp(`^${name}: `), hidden: true })
  await user.click(button)
  await waitFor(() => expect(button.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByText(place))
})
