import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  givenAway,
  nightShift,
  shiftPerson,
  shiftsPicture,
} from '../../../tests/support/shifts-picture.ts'
import { Leaving, mute, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { minuteMs } from '../../shared/durations.ts'
import { localTimeOf } from '../../shared/season/local-time.ts'
import {
  type Draft,
  type TentShifts as Picture,
  slotsOfWeek,
} from '../../shared/shifts/tent-shifts.ts'
import { bounceMs } from '../ui/use-settled.ts'
import { pictureTexts } from './picture/texts.ts'
import { planTexts } from './plan/texts.ts'
import { planningTexts } from './planning/texts.ts'
import { TentShifts } from './tent-shifts.tsx'

const member: Partial<Picture> = {
  me: { memberId: 'm1', suggested: null, as: 'member', canPlan: false },
  locks: null,
}
const night = nightShift('s1', 'm1', '29')
const always = { week: '1'.repeat(slotsOfWeek), exceptions: [] }

beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => void vi.unstubAllEnvs())

function openShifts(more: Partial<Picture> = {}, replies: Replies = {}) {
  return show(<TentShifts tentId="t1" isOwn />, { getShifts: shiftsPicture(more), ...replies })
}
const goTo = async (user: ReturnType<typeof openShifts>['user'], part: string) =>
  user.click(await screen.findByRole('link', { name: part }))

it('an account says once which member it is; the one of its netID stands first', async () => {
  const people = [
    shiftPerson('m2', 'Bo', { hasAccount: false }),
    shiftPerson('m3', 'Cy', { isCaptain: true }),
    shiftPerson('m4', 'Di', { hasAccount: false }),
  ]
  const me = { memberId: null, suggested: 'm4', as: 'member', canPlan: false } as const
  const { user, written } = openShifts({ ...member, me, people }, { linkMember: { ok: true } })
  const choices = await screen.findAllByRole('button', { name: /^I am/ })
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'I am Di · matches your netID',
    'I am Bo',
  ])
  await user.click(screen.getByRole('button', { name: /^I am Di/ }))
  expect(written()).toEqual([{ name: 'linkMember', body: { memberId: 'm4' } }])
  expect(screen.getByText(/your captain can fix it\.$/)).toBeDefined()
})

it('two of one name say which of them they are, and everyone sees which one it is', async () => {
  const people = ['m2', 'm3'].map((id) => shiftPerson(id, 'Bo', { hasAccount: false }))
  const locks = people.map(({ id }) => ({ ...night, memberId: id }))
  const me = { memberId: null, suggested: null, as: 'captain', canPlan: true } as const
  const { user } = openShifts({ me, people, locks, plan: { shifts: locks, short: [] } })
  const choices = await screen.findAllByRole('button', { name: /^I am/ })
  expect(choices.map(({ textContent }) => textContent)).toEqual(['I am Bo', 'I am Bo (2)'])
  const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  await goTo(user, 'Plan')
  expect(rows()).toEqual(['Bo', 'Bo (2)'])
  await goTo(user, 'Planning')
  expect(screen.getAllByRole('button', { name: /^Unlock Bo \(2\): / })).toHaveLength(1)
})

it('a tent of which no captain or deputy is known says who can help', async () => {
  const people = [shiftPerson('m1', 'Ann', { isMe: true })]
  openShifts({ ...member, people })
  const hints = await screen.findAllByRole('link', { name: /^Say when.* No captain is known/ })
  expect(hints.map((link) => link.getAttribute('href'))).toEqual(['/shifts#times', '#times'])
})

it.each([
  [[shiftPerson('m2', 'Bo')], 'Which of these are you?', /a super user can fix it\.$/],
  [[], 'Your tent has no members yet.', /^Ask a super user to add them to the roster/],
])(
  'who is not linked in a tent of %j is told by whom it can be mended',
  async (people, title, hint) => {
    const me = { memberId: null, suggested: null, as: 'member', canPlan: false } as const
    openShifts({ ...member, me, people })
    await screen.findByRole('heading', { name: title })
    screen.getByText(hint)
  },
)

it('a captain is told that they can mend it themself', async () => {
  openShifts({ me: { memberId: null, suggested: null, as: 'captain', canPlan: true } })
  await screen.findByText(/you can fix it in Planning\.$/)
})

it.each([
  [null, /^Say when you can be there, then/, '#times'],
  [night.from, /^Your times are in/, '#planning'],
])('a captain who answered at %s is led on', async (answeredAt, hint, to) => {
  openShifts({ people: [shiftPerson('m1', 'Ann', { isMe: true, answeredAt })] })
  const link = await screen.findByRole('link', { name: hint })
  expect(link.getAttribute('href')).toBe(`/shifts${to}`)
})

it('the next shift is large, with how long still; "I’m here" is asked for from an hour before it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { user, written, reply, queryClient } = openShifts(
    { ...member, nextShift: night, plan: { shifts: [night], short: [] } },
    { arriveAtShift: { ok: true } },
  )
  await screen.findByText('in 2 h 50 min')
  expect(screen.getByText('Thu Jan 29, 1:00–7:00 AM (6 h)')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'I’m here' })).toBeNull()
  const later = { ...member, nextShift: night, now: '2026-01-29T06:40:00.000Z' }
  reply({ getShifts: shiftsPicture(later) })
  await queryClient.invalidateQueries()
  await screen.findByText('5 h 20 min left')
  const here = screen.getByRole('button', { name: 'I’m here' })
  // The tap may have been meant for what was there before the button.
  await user.click(here)
  expect(written()).toEqual([])
  vi.advanceTimersByTime(bounceMs + 1)
  await user.click(here)
  await screen.findByText('Your tent sees that you are there.')
  expect(written()).toEqual([{ name: 'arriveAtShift', body: undefined }])
})

it('how long still is counted from when the shifts were loaded, also after another screen', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const getShifts = shiftsPicture({ ...member, nextShift: night })
  const shifts = (
    <Leaving>
      <TentShifts tentId="t1" isOwn />
    </Leaving>
  )
  const { user, reply } = show(shifts, { getShifts })
  await screen.findByText('in 2 h 50 min')
  await user.click(screen.getByText('Other screen'))
  vi.setSystemTime(Date.now() + 4 * minuteMs)
  reply({ getShifts: () => new Promise(() => {}) })
  await user.click(screen.getByText('Other screen'))
  await screen.findByText('in 2 h 46 min')
})

it('the next shift is one line above the other parts, until it is near; of many beside it four are named', async () => {
  const people = Array.from({ length: 7 }, (_, index) =>
    shiftPerson(`m${index + 1}`, `P${index + 1}`),
  )
  const nextShiftWith = people.slice(1).map(({ id }) => id)
  const planned = { ...member, people, nextShift: night, nextShiftWith }
  const { user, reply, queryClient } = openShifts(planned)
  await screen.findByText('With P2, P3, P4, P5 and 2 more.')
  await goTo(user, 'Swaps')
  const next = within(screen.getByRole('region', { name: 'Your next shift' }))
  expect(next.queryByText(/^With/)).toBeNull()
  next.getByText('in 2 h 50 min')
  const near = { ...planned, now: '2026-01-29T05:40:00.000Z' }
  reply({ getShifts: shiftsPicture(near) })
  await queryClient.invalidateQueries()
  const here = await next.findByRole('button', { name: 'I’m here' })
  const arrivedAt = '2026-01-29T05:41:00.000Z'
  reply({
    arriveAtShift: { ok: true },
    getShifts: shiftsPicture({ ...near, nextShift: { ...night, arrivedAt } }),
  })
  here.focus()
  const focused = vi.spyOn(HTMLElement.prototype, 'focus')
  await user.keyboard('{Enter}')
  const since = await next.findByText('✓ Here since 12:41 AM.')
  expect(document.activeElement).toBe(since)
  expect(focused.mock.calls).toEqual([[{ preventScroll: true }]])
  next.getByText('Your tent sees that you are there.')
})

it('an “I’m here” that was tapped by mistake is taken back; its own second tap is not', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const near = { ...member, nextShift: night, now: '2026-01-29T06:40:00.000Z' }
  const { user, written, reply } = openShifts(near, { arriveAtShift: { ok: true } })
  const arrivedAt = '2026-01-29T06:41:00.000Z'
  const arrive = await screen.findByRole('button', { name: 'I’m here' })
  reply({ getShifts: shiftsPicture({ ...near, nextShift: { ...night, arrivedAt } }) })
  await user.click(arrive)
  const takeBack = await screen.findByRole('button', { name: 'Not here after all' })
  await user.click(takeBack)
  expect(written()).toEqual([{ name: 'arriveAtShift', body: undefined }])
  vi.advanceTimersByTime(bounceMs + 1)
  reply({ takeBackArrival: { ok: true }, getShifts: shiftsPicture(near) })
  takeBack.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('Your tent no longer sees you as there.')
  expect(written().at(-1)).toEqual({ name: 'takeBackArrival', body: undefined })
  expect(screen.queryByText(/Here since/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'I’m here' }))
})

it('an “I’m here” that was refused moves no focus when it is said elsewhere', async () => {
  const near = { ...member, nextShift: night, now: '2026-01-29T05:40:00.000Z' }
  const { user, reply, queryClient } = openShifts(near, { arriveAtShift: mute })
  const here = await screen.findByRole('button', { name: 'I’m here' })
  await user.click(here)
  await screen.findByRole('alert')
  here.blur()
  const arrivedAt = '2026-01-29T05:41:00.000Z'
  reply({ getShifts: shiftsPicture({ ...near, nextShift: { ...night, arrivedAt } }) })
  await queryClient.invalidateQueries()
  await screen.findByText('✓ Here since 12:41 AM.')
  expect(document.activeElement).toBe(document.body)
})

it('the parts that stay open while another one is shown share no id', async () => {
  const { user } = openShifts()
  const fields = () => screen.queryAllByLabelText('What it is')
  await goTo(user, 'My times')
  await waitFor(() => expect(fields()).toHaveLength(1))
  await goTo(user, 'Planning')
  await waitFor(() => expect(fields()).toHaveLength(2))
  for (const field of fields()) await user.selectOptions(field, 'calendar')
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
  expect(document.querySelectorAll('input[type=file]')).toHaveLength(2)
})

it.each([
  ['2026-01-29T12:00:00.000Z', 'You may leave until Thu, Jan 29, 7:00 AM.'],
  ['2026-01-29T04:30:00.000Z', 'You may leave until 11:30 PM.'],
  ['2026-11-01T05:16:00.000Z', 'You may leave until Sun, Nov 1, 1:16 AM EDT.'],
  ['2026-11-01T06:16:00.000Z', 'You may leave until Sun, Nov 1, 1:16 AM EST.'],
])(
  'grace until %s names its day where it is another one, its zone where clocks change',
  async (leaveUntil, text) => {
    const { atThisMoment } = shiftsPicture()
    openShifts({ ...member, atThisMoment: { ...atThisMoment, leaveUntil } })
    await screen.findByText(text)
  },
)

it('shifts that cannot be loaded again say as of when they are, and let nobody leave after grace', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { atThisMoment } = shiftsPicture()
  const leaveUntil = '2026-01-29T04:30:00.000Z'
  const getShifts = shiftsPicture({ ...member, atThisMoment: { ...atThisMoment, leaveUntil } })
  const { user, reply, queryClient } = openShifts({}, { getShifts })
  await screen.findByText('You may leave until 11:30 PM.')
  reply({ getShifts: unanswered })
  vi.setSystemTime(Date.now() + 81 * minuteMs)
  await queryClient.invalidateQueries()
  await screen.findByText('Offline: as of Wed, 1/28/2026, 10:10 PM Eastern.')
  expect(screen.queryByText(/^You may leave/)).toBeNull()
  reply({ getShifts })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('You may leave until 11:30 PM.')
  expect(screen.queryByText(/^Offline/)).toBeNull()
})

it('of who is on shift now, open shifts do not count', async () => {
  const { atThisMoment } = shiftsPicture()
  const shifts = [night, nightShift('s2', null, '29')]
  openShifts({ atThisMoment: { ...atThisMoment, required: 2, shifts } })
  await screen.findByText('1 of 2')
  screen.getByText('on shift now: Ann, open')
})

it('a deputy is offered to unlink members and themself, no deputy and no captain', async () => {
  const people = [
    shiftPerson('m1', 'Ann', { isMe: true, isDeputy: true }),
    shiftPerson('m2', 'Bo', { isCaptain: true }),
    shiftPerson('m3', 'Cy', { isDeputy: true }),
    shiftPerson('m4', 'Di'),
  ]
  const me = { memberId: 'm1', suggested: null, as: 'deputy', canPlan: true } as const
  const { user } = openShifts({ me, people })
  await goTo(user, 'Planning')
  for (const name of ['Ann', 'Bo', 'Cy', 'Di'])
    await user.click(screen.getByRole('button', { name: `Open ${name}` }))
  expect(screen.getAllByRole('button', { name: /unlink$/ })).toHaveLength(2)
  expect(screen.getAllByText(planningTexts.captainDecides)).toHaveLength(2)
})

it('times name the season’s zone where this device has another', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  const { atThisMoment, settings } = shiftsPicture()
  const { user } = openShifts({
    me: { memberId: 'm1', suggested: null, as: 'captain', canPlan: true },
    nextShift: night,
    atThisMoment: { ...atThisMoment, leaveUntil: '2026-01-29T04:30:00.000Z' },
    settings: { ...settings, deadline: '2026-01-31T04:59:00.000Z' },
  })
  await screen.findByText('Thu Jan 29, 1:00–7:00 AM Eastern (6 h)')
  screen.getByText('You may leave until 11:30 PM Eastern.')
  screen.getByRole('heading', { name: 'The plan: Wed Jan 28 to Tue Feb 3, Eastern' })
  await goTo(user, 'My times')
  screen.getByText('Answer by Fri Jan 30, 11:59 PM Eastern.')
  await goTo(user, 'Planning')
  expect(screen.getByLabelText('Answer by')).toHaveProperty('value', '2026-01-30T23:59')
  screen.getByText('In America/New York')
})

it.each([
  ['America/Los_Angeles', ['All times are Eastern.', 'All times are Eastern.']],
  ['America/New_York', []],
])('who paints times in %s is told whose clock it is: %j', async (zone, said) => {
  vi.stubEnv('TZ', zone)
  const { user } = openShifts()
  await goTo(user, 'My times')
  await goTo(user, 'Planning')
  await user.click(screen.getByRole('button', { name: 'Open Cy' }))
  const told = screen.queryAllByText(/^All times/)
  expect(told.map(({ textContent }) => textContent)).toEqual(said)
})

it('the plan is a table of people and days, mine first, with what is short in words', async () => {
  const short = [{ from: night.from, until: night.until, need: 2, there: 1 }]
  openShifts({ ...member, plan: { shifts: [night], short } })
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Too few', 'Ann (you)', 'Bo', 'Cy'])
  expect(within(table).getAllByRole('cell', { name: '1:00–7:00 AM' })).toHaveLength(2)
  expect(screen.getByText('Thu Jan 29, 1:00–7:00 AM: 2 needed, 1 on shift.')).toBeDefined()
})

it('a plan that has no shift in the days shown is published all the same', async () => {
  openShifts({ ...member, isPlanned: true })
  await screen.findByText('No shift is planned for you.')
})

it('empty, it says what to do next', async () => {
  const { user } = openShifts(member)
  await screen.findByText('No plan is published yet.')
  expect(screen.getByText('Nobody is on shift in these days.', { exact: false })).toBeDefined()
  await goTo(user, 'Fairness')
  expect(screen.getByText(/^Nothing is planned yet/)).toBeDefined()
  await goTo(user, 'Swaps')
  expect(screen.getByText(/You can offer one of yours below/)).toBeDefined()
  await goTo(user, 'My times')
  expect(screen.getByText(/You have not answered yet/)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Planning' })).toBeNull()
})

it('a member saves the week as it is painted, and single days beside it', async () => {
  const { user, written } = openShifts(member, { saveAvailability: { ok: true } })
  await goTo(user, 'My times')
  await user.click(screen.getByRole('button', { name: 'Mon: all day available' }))
  await user.click(screen.getByRole('button', { name: 'Single days' }))
  await user.click(screen.getByRole('radio', { name: 'preferred' }))
  await user.click(screen.getByRole('button', { name: 'Wed Jan 28: all day preferred' }))
  await user.click(screen.getByRole('button', { name: 'Save my times' }))
  await screen.findByText('Your times are saved.')
  const [none, all] = ['0'.repeat(48), '1'.repeat(48)]
  const week = [none, all, none, none, none, none, none].join('')
  const exceptions = [{ date: '2026-01-28', free: '2'.repeat(48) }]
  expect(written()).toEqual([{ name: 'saveAvailability', body: { week, exceptions } }])
})

it('what is painted and not saved is still there after a look at the plan', async () => {
  const { user, written } = openShifts(member, { saveAvailability: { ok: true } })
  await goTo(user, 'My times')
  await user.click(screen.getByRole('button', { name: 'Mon: all day available' }))
  await goTo(user, 'Plan')
  expect(screen.queryByRole('button', { name: 'Save my times' })).toBeNull()
  await goTo(user, 'My times')
  await user.click(screen.getByRole('button', { name: 'Save my times' }))
  expect(written()).toMatchObject([
    { body: { week: `${'0'.repeat(48)}${'1'.repeat(48)}${'0'.repeat(240)}` } },
  ])
})

it('where other days fail to load, those before stay, with what is not saved in them', async () => {
  const { user, reply, written } = openShifts(member, { saveAvailability: { ok: true } })
  await goTo(user, 'My times')
  await user.click(screen.getByRole('button', { name: 'Mon: all day available' }))
  await goTo(user, 'Plan')
  reply({ getShifts: mute })
  await user.click(screen.getByRole('button', { name: 'The days after' }))
  await screen.findByText(pictureTexts.daysFailed)
  await screen.findByRole('heading', { name: 'The plan: Wed Jan 28 to Tue Feb 3' })
  await goTo(user, 'My times')
  await user.click(screen.getByRole('button', { name: 'Save my times' }))
  expect(written()).toMatchObject([{ name: 'saveAvailability' }])
  await goTo(user, 'Plan')
  reply({ getShifts: shiftsPicture({ ...member, from: '2026-02-04' }) })
  const again = screen.getByText(pictureTexts.daysFailed).closest('[role=alert]')
  await user.click(again?.nextElementSibling ?? document.body)
  await screen.findByRole('heading', { name: 'The plan: Wed Feb 4 to Tue Feb 10' })
  expect(screen.queryByText(pictureTexts.daysFailed)).toBeNull()
})

it('says that shifts could not be loaded where nothing was shown before', async () => {
  const { user, reply } = openShifts({}, { getShifts: mute })
  await screen.findByText(pictureTexts.loadFailed)
  reply({ getShifts: shiftsPicture() })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'The plan: Wed Jan 28 to Tue Feb 3' })
})

const draft: Draft = {
  from: '2026-01-28',
  days: 7,
  madeAt: '2026-01-29T03:10:00.000Z',
  how: 'greedy',
  figures: {
    uncoveredHours: 6,
    nightSpreadHours: 1,
    daySpreadHours: 2,
    shifts: 9,
    shiftsUnderTwoHours: 0,
    preferredShare: 0.5,
  },
  shifts: [{ memberId: 'm1', from: night.from, until: night.until }],
  short: [],
  added: [{ memberId: 'm1', from: night.from, until: night.until }],
  removed: [],
}

it('a link in a part to another part takes the focus there; the choice of parts keeps it', async () => {
  const { user } = openShifts()
  await user.click(await screen.findByRole('link', { name: planTexts.nothingHintPlanner }))
  const answers = await screen.findByRole('heading', { name: '0 of 3 have answered' })
  const hasFocus = (place: Element) =>
    document.activeElement === place.closest('nav[aria-label="Parts"] ~ div')
  expect(hasFocus(answers)).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Open Ann' }))
  const own = screen.getByRole('link', { name: 'Your own times' })
  own.focus()
  // As a browser follows a plain link.
  history.pushState(null, '', '#times')
  act(() => void dispatchEvent(new PopStateEvent('popstate')))
  expect(own.closest('[hidden]')).not.toBeNull()
  expect(hasFocus(screen.getByRole('heading', { name: 'When you can be there' }))).toBe(true)
  await goTo(user, 'Fairness')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Fairness' }))
})

it('“Show its days” leaves the focus at the draft whose days it shows', async () => {
  const later = { ...draft, from: '2026-02-10' }
  const { user, reply } = openShifts({ draft: later })
  await goTo(user, 'Planning')
  const show = await screen.findByRole('button', { name: 'Show its days' })
  reply({ getShifts: shiftsPicture({ draft: later, from: later.from }) })
  await user.click(show)
  await waitFor(() => expect(show.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^The draft: / }))
})

it('a captain plans: who has answered, what cannot be covered, a plan, and its publishing', async () => {
  const cannotCover = [{ from: night.from, until: night.until, need: 2, there: 1 }]
  const view = openShifts({ cannotCover }, { planShifts: { ok: true } })
  const { user, reply, written } = view
  await goTo(user, 'Planning')
  expect(screen.getByRole('heading', { name: '0 of 3 have answered' })).toBeDefined()
  expect(screen.getByText('Thu Jan 29, 1:00–7:00 AM: 2 needed, 1 free. Ask one.')).toBeDefined()
  const running = { state: 'running', place: 0, endsAt: '2026-01-29T03:10:09.000Z' } as const
  const better = { ...draft.figures, uncoveredHours: 4.5 }
  reply({
    getShifts: shiftsPicture({ draft, job: running }),
    getDraftProgress: { job: running, figures: better },
  })
  await user.click(screen.getByRole('button', { name: /^Make a plan, Wed Jan 28/ }))
  await screen.findByText('4.5 h')
  expect(screen.getByRole('button', { name: /^Publish/ })).toHaveProperty('disabled', true)
  const stopped = { ...running, state: 'stopped' } as const
  // Somebody has left the tent since its figures were made.
  const short = [{ from: night.from, until: night.until, need: 2, there: 0 }]
  reply({
    stopPlanning: () => {
      reply({
        getShifts: shiftsPicture({ draft: { ...draft, figures: better, short }, job: stopped }),
        getDraftProgress: { job: stopped, figures: better },
      })
      return { ok: true }
    },
  })
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByText(/^Stopped/)
  expect(screen.queryByText('4.5 h')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Make a plan/ }))
  expect(screen.getByText('Against the published plan: 1 new, 0 gone')).toBeDefined()
  reply({
    publishShifts: () => {
      reply({
        getShifts: shiftsPicture({ draft: null, job: stopped }),
        getDraftProgress: { job: stopped, figures: null },
      })
      return { ok: true }
    },
  })
  await user.click(screen.getByRole('button', { name: 'Publish, with 12 h uncovered' }))
  await screen.findByText('Published. Your tent sees it now.')
  await waitFor(() => expect(screen.queryByText(/^Stopped/)).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'A plan' }))
  expect(screen.getByText('Published. Your tent sees it now.')).toBeDefined()
  expect(written().map(({ name, body }) => [name, body])).toEqual([
    ['planShifts', { from: '2026-01-28', days: 7, keep: false }],
    ['stopPlanning', undefined],
    ['publishShifts', { madeAt: draft.madeAt, removed: draft.removed }],
  ])
})

it('a search is asked for every second, but while it waits for the end of a check', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const waits = { state: 'waitsForCheck', place: 0, endsAt: null } as const
  const figures = { ...draft.figures, uncoveredHours: 4.5 }
  const { user, called, reply } = openShifts(
    { draft, job: waits },
    { getDraftProgress: { job: waits, figures } },
  )
  const asked = () => called.filter(({ name }) => name === 'getDraftProgress').length
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await goTo(user, 'Planning')
  await screen.findByText('4.5 h')
  await pass(9_000)
  expect(asked()).toBe(1)
  reply({ getDraftProgress: { job: { ...waits, state: 'running' }, figures } })
  await pass(1_000)
  await screen.findByText('Looking for better plans.')
  expect(asked()).toBe(2)
  await pass(1_000)
  expect(asked()).toBe(3)
})

it('a captain locks a shift, names a deputy and says until when to answer', async () => {
  const entry = { at: night.from, by: 'Ann', as: 'captain', who: 'Bo' } as const
  const moves = [{ from: night.from, until: night.until, was: 'Bo', becomes: 'Cy' }]
  const log = [
    { ...entry, what: 'unlinked' as const, moves: [] },
    { ...entry, what: 'swapApproved' as const, moves },
  ]
  const { user, written } = openShifts(
    { draft, log },
    { saveLocks: { ok: true }, nameDeputy: { ok: true }, saveShiftSettings: { ok: true } },
  )
  await goTo(user, 'Planning')
  expect(screen.getByText('Ann (captain) unlinked Bo', { exact: false })).toBeDefined()
  expect(screen.getByText(/approved a swap of Bo: .+ from Bo to Cy$/)).toBeDefined()
  const shift = draft.shifts[0]
  await user.click(
    screen.getByRole('button', { name: 'Lock Ann: Thu Jan 29, 1:00–7:00 AM', hidden: true }),
  )
  await user.click(screen.getByRole('button', { name: 'Open Bo' }))
  await user.click(screen.getByRole('button', { name: 'Make a deputy' }))
  await screen.findByText('Bo may plan now, too.')
  await user.type(screen.getByLabelText('Answer by'), '2026-01-30T23:59')
  const [save] = screen.getAllByRole('button', { name: 'Save' })
  if (save) await user.click(save)
  await screen.findByText('Saved.')
  expect(written().map(({ name, body }) => [name, body])).toEqual([
    ['saveLocks', { locks: [shift], was: [] }],
    ['nameDeputy', { value: true }],
    ['saveShiftSettings', { deadline: '2026-01-31T04:59:00.000Z' }],
  ])
})

it('the day of the answers stays where another one is typed with a wrong year', async () => {
  const settings = { ...shiftsPicture().settings, deadline: '2026-01-31T04:59:00.000Z' }
  const { user, written } = openShifts({ settings }, { saveShiftSettings: { ok: true } })
  await goTo(user, 'Planning')
  const answerBy = screen.getByLabelText('Answer by')
  fireEvent.change(answerBy, { target: { value: '0026-02-03T12:00' } })
  const save = within(answerBy.closest('form') ?? answerBy).getByRole('button')
  await user.click(save)
  screen.getByText('Check the year.')
  expect(written()).toEqual([])
  fireEvent.change(answerBy, { target: { value: '' } })
  expect(screen.queryByText('Check the year.')).toBeNull()
  await user.click(save)
  await screen.findByText('Saved.')
  expect(written().map(({ body }) => body)).toEqual([{ deadline: null }])
})

it('a member sees in each part where a super user helped', async () => {
  const entry = { at: night.from, by: 'Robin', as: 'superUser', who: 'Cy' } as const
  const { user } = openShifts({ ...member, log: [{ ...entry, what: 'arrived', moves: [] }] })
  for (const part of ['Plan', 'My times', 'Swaps', 'Fairness']) {
    await goTo(user, part)
    expect(
      screen.getByText('Robin (super user) said that Cy is there', { exact: false }),
    ).toBeDefined()
  }
})

it('a lock keeps its time by the clock on another day, and the next one where clocks leave it out', async () => {
  const from = Date.parse('2026-03-07T05:00:00.000Z')
  const slots = Array.from({ length: 94 }, (_, index) => {
    const at = from + index * 30 * minuteMs
    const local = localTimeOf(at, 'America/New_York')
    return { at: new Date(at).toISOString(), local, night: false, need: 1 }
  })
  const { user, written } = openShifts({ slots, days: 2 }, { saveLocks: { ok: true } })
  await goTo(user, 'Planning')
  await user.click(screen.getByText('Locked shifts (0)'))
  const form = within(screen.getByRole('form', { name: 'Lock a shift' }))
  const at = form.getByLabelText<HTMLSelectElement>('From')
  const timeAt = () => at.selectedOptions[0]?.textContent
  for (const [chosen, next] of [
    ['10:30 PM', '10:30 PM'],
    ['2:30 AM', '3:00 AM EDT'],
  ] as const) {
    await user.selectOptions(form.getByLabelText('Day'), 'Sat Mar 7')
    await user.selectOptions(at, chosen)
    await user.selectOptions(form.getByLabelText('Day'), 'Sun Mar 8')
    expect(timeAt()).toBe(next)
  }
  await user.click(form.getByRole('button', { name: 'Lock' }))
  expect(written()).toMatchObject([
    { body: { locks: [{ from: '2026-03-08T07:00:00.000Z', until: '2026-03-08T08:00:00.000Z' }] } },
  ])
})

it('a shift that is locked in part is locked whole', async () => {
  const [shift] = draft.shifts
  if (shift === undefined) throw new Error('The draft has no shift')
  const part = { ...shift, until: '2026-01-29T08:00:00.000Z' }
  const other = { ...shift, memberId: 'm2' }
  const { user, written } = openShifts({ draft, locks: [part, other] }, { saveLocks: { ok: true } })
  await goTo(user, 'Planning')
  await user.click(
    screen.getByRole('button', { name: 'Lock Ann: Thu Jan 29, 1:00–7:00 AM', hidden: true }),
  )
  expect(written()).toEqual([
    { name: 'saveLocks', body: { locks: [other, shift], was: [part, other] } },
  ])
})

it.each([
  ['Approve', 'Approved: the plan is changed.', { value: true, takenBy: 'm3' }],
  ['Decline', 'Declined.', { value: false, takenBy: 'm3' }],
  ['Withdraw it for Bo', 'Withdrawn.', undefined],
])('a planner who presses %s is told what became of the swap', async (button, said, body) => {
  const people = ['Ann', 'Bo', 'Cy'].map((name, index) => shiftPerson(`m${index + 1}`, name))
  const swap = givenAway(nightShift('s2', 'm2', '30'), { state: 'waits', takenBy: 'm3' })
  const { user, written } = openShifts(
    { people, swaps: [swap] },
    { approveSwap: { ok: true }, withdrawSwap: { ok: true } },
  )
  await goTo(user, 'Swaps')
  await user.click(screen.getByRole('button', { name: button }))
  await screen.findByText(said)
  expect(written().map((one) => one.body)).toEqual([body])
})

it('a shift changes hands: given away, asked for, taken with one tap; refused in words', async () => {
  const theirs = nightShift('s2', 'm2', '30')
  const offered = givenAway(theirs)
  const people = [
    shiftPerson('m1', 'Ann', { isMe: true, availability: always }),
    shiftPerson('m2', 'Bo'),
    shiftPerson('m3', 'Cy'),
  ]
  const plan = { shifts: [night, theirs], short: [] }
  const { user, written } = openShifts(
    { ...member, people, plan, swaps: [offered] },
    {
      swapOptions: { takers: ['m2', 'm3'], shifts: [theirs] },
      offerSwap: { ok: true, id: 'w2' },
      takeSwap: { ok: true, waits: true },
      saveSubstitute: { ok: true },
    },
  )
  await goTo(user, 'Swaps')
  expect(screen.getByText('Bo gives Fri Jan 30, 1:00–7:00 AM away.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Take it' }))
  await screen.findByText('It waits until your captain or a deputy approves it.')
  await user.click(screen.getByRole('button', { name: /^Give away or exchange Thu Jan 29/ }))
  await user.selectOptions(await screen.findByLabelText('Give it to'), 'Cy')
  await user.click(screen.getByRole('button', { name: 'Give away' }))
  await screen.findByText('Offered. Everyone who can take it sees it now.')
  await user.selectOptions(
    screen.getByLabelText('A shift that I would like to have'),
    'Fri Jan 30, 1:00–7:00 AM: Bo',
  )
  await user.click(screen.getByRole('button', { name: 'Ask for it' }))
  await screen.findByText('Asked. They see it now.')
  await user.click(screen.getByRole('switch', { name: 'Call me tonight' }))
  expect(written().map(({ name, body }) => [name, body])).toEqual([
    ['takeSwap', undefined],
    ['offerSwap', { kind: 'give', shiftId: 's1', to: 'm3' }],
    ['offerSwap', { kind: 'ask', shiftId: 's2' }],
    ['saveSubstitute', { date: '2026-01-28', value: true }],
  ])
})

it('no other shift or member stands in for one that was chosen and is gone meanwhile', async () => {
  const [theirs, later] = [nightShift('s2', 'm2', '30'), nightShift('s3', 'm2', '31')]
  const people = [
    shiftPerson('m1', 'Ann', { isMe: true, availability: always }),
    shiftPerson('m2', 'Bo'),
    shiftPerson('m3', 'Cy'),
  ]
  const plan = { shifts: [night, theirs, later], short: [] }
  const { user, written, reply, queryClient } = openShifts(
    { ...member, people, plan },
    { swapOptions: { takers: ['m2', 'm3'], shifts: [theirs, later] } },
  )
  await goTo(user, 'Swaps')
  await user.click(screen.getByRole('button', { name: /^Give away or exchange Thu Jan 29/ }))
  await user.selectOptions(await screen.findByLabelText('Give it to'), 'Cy')
  const span = 'Fri Jan 30, 1:00–7:00 AM'
  await user.selectOptions(screen.getByLabelText('Exchange it for'), `Bo: ${span}`)
  const wanted = screen.getByLabelText('A shift that I would like to have')
  await user.selectOptions(wanted, `${span}: Bo`)
  reply({
    getShifts: shiftsPicture({ ...member, people, plan: { ...plan, shifts: [night, later] } }),
    swapOptions: { takers: ['m2'], shifts: [later] },
  })
  await queryClient.invalidateQueries()
  await screen.findByRole('option', { name: 'Cy can no longer take it', selected: true })
  expect(screen.getAllByRole('option', { name: 'Choose a shift', selected: true })).toHaveLength(2)
  for (const name of ['Give away', 'Offer the exchange', 'Ask for it'])
    await user.click(screen.getByRole('button', { name }))
  expect(written()).toEqual([])
  await user.selectOptions(screen.getByLabelText('Give it to'), 'Bo')
  expect(screen.queryByText('Cy can no longer take it')).toBeNull()
})
