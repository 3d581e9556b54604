import { fireEvent, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { person, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { pushManager, StubWorker, stubPushes } from '../../../tests/support/stub-pushes.ts'
import { defaultNoticeSettings, type NoticeSettings } from '../../shared/notices/contract.ts'
import { pushesKey, writeStored } from '../api/storage.ts'
import { TimeZone } from '../ui/times.ts'
import { NoticeSettingsForm } from './notice-settings.tsx'

/** A server that keeps what is saved. */
function keeping(quiet: NoticeSettings['quiet']): Replies {
  let kept: NoticeSettings = { ...defaultNoticeSettings, quiet }
  return {
    getNoticeSettings: () => kept,
    saveNoticeSettings: (settings) => {
      kept = settings
      return kept
    },
  }
}

it('quiet hours are turned on with usual ones, changed end by end, and turned off', async () => {
  const { user, written } = show(<NoticeSettingsForm user={person} />, keeping(null))
  const saved = () => written().map(({ body }) => (body as NoticeSettings).quiet)
  const quietHours = await screen.findByRole('switch', { name: 'Quiet hours' })
  expect(screen.queryByLabelText('From')).toBeNull()
  await user.click(quietHours)
  const from = await screen.findByLabelText<HTMLInputElement>('From')
  expect(from.value).toBe('23:00')
  fireEvent.change(from, { target: { value: '22:30' } })
  await expect.poll(saved).toEqual([
    { from: '23:00', to: '08:00' },
    { from: '22:30', to: '08:00' },
  ])
  await expect.poll(() => from.value).toBe('22:30')
  // A time that is half typed is none yet.
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '07:00' } })
  await expect.poll(() => saved().at(-1)).toEqual({ from: '22:30', to: '07:00' })
  await user.click(quietHours)
  await expect.poll(saved).toHaveLength(4)
  expect(saved().at(-1)).toBeNull()
  await expect.poll(() => screen.queryByLabelText('From')).toBeNull()
})

it('quiet hours that end when they begin are said to be none', async () => {
  show(<NoticeSettingsForm user={person} />, keeping({ from: '23:00', to: '08:00' }))
  const none = 'From and to are the same: there are no quiet hours.'
  const to = await screen.findByLabelText('To')
  expect(screen.queryByText(none)).toBeNull()
  fireEvent.change(to, { target: { value: '23:00' } })
  await screen.findByText(none)
})

const still = 'No notifications come then, not even about your shifts.'

it.each([
  ['nothing where they do', true, person.email, null, `${still} Mails still come.`],
  ['of a server that sends none', false, person.email, 'This server sends no mail.', still],
  ['of an account without address', true, '', 'Your account has no e-mail address.', still],
])('whether mails come is said: %s', async (_, mail, email, expected, quiet) => {
  const form = <NoticeSettingsForm user={{ ...person, email }} sendsMail={mail} />
  show(form, keeping({ from: '23:00', to: '08:00' }))
  await screen.findByText(quiet)
  const said = screen.queryByText(/sends no mail|no e-mail address/)
  expect(said?.textContent ?? null).toBe(expected)
})

it.each([
  ['America/New_York', null],
  ['America/Los_Angeles', 'In America/Los Angeles'],
])('quiet hours of a season in %s: the zone is named as %s', async (timeZone, expected) => {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  show(
    <TimeZone value={timeZone}>
      <NoticeSettingsForm user={person} />
    </TimeZone>,
    keeping({ from: '23:00', to: '08:00' }),
  )
  await screen.findByLabelText('From')
  expect(screen.queryAllByText(/^In /)[0]?.textContent ?? null).toBe(expected)
})

it('only the kinds of notifications are offered that the person’s role can get', async () => {
  show(<NoticeSettingsForm user={{ ...person, isLineMonitor: true }} />, keeping(null))
  await screen.findByRole('switch', { name: 'A tent check was started' })
  expect(screen.queryByRole('switch', { name: 'Something needs a hand' })).toBeNull()
})

const replies: Replies = { ...keeping(null), pushKey: { key: 'k' }, subscribe: { ok: true } }
const unrenewed = 'The server could not be told of this device, so it may show no notifications.'
const turnOn = () => screen.findByRole('button', { name: 'Turn on here' })
const turnOff = () => screen.findByRole('button', { name: 'Turn off here' })

it('a browser in which nothing could be registered for notifications says so', async () => {
  stubPushes(() => Promise.reject(new Error('No worker')))
  const { user } = show(<NoticeSettingsForm user={person} />, replies)
  await user.click(await turnOn())
  await screen.findByText('Notifications could not be turned on here.')
})

it('notifications are turned on once the worker is there', async () => {
  const installing = new StubWorker()
  stubPushes(async () => ({ installing, active: null, pushManager: pushManager() }))
  const { user, written } = show(<NoticeSettingsForm user={person} />, replies)
  await user.click(await turnOn())
  expect(written()).toEqual([])
  installing.become('installed')
  installing.become('activated')
  await turnOff()
  expect(written()).toMatchObject([{ name: 'subscribe' }])
})

it.each([
  ['could not be installed', new StubWorker()],
  ['is gone already', null],
])('where the worker %s, it is said, and can be tried again', async (_, installing) => {
  stubPushes(async () => ({ installing, waiting: null, active: null }))
  const { user } = show(<NoticeSettingsForm user={person} />, replies)
  await user.click(await turnOn())
  installing?.become('redundant')
  await screen.findByText('Notifications could not be turned on here.')
  expect((await turnOn()).getAttribute('aria-busy')).toBeNull()
})

it('without a network notifications are turned off here, and it is said who was not told', async () => {
  const registration = { active: new StubWorker('activated'), pushManager: pushManager() }
  stubPushes(async () => registration, registration)
  const { user, reply, written } = show(<NoticeSettingsForm user={person} />, replies)
  await user.click(await turnOn())
  reply({ unsubscribe: unanswered })
  await user.click(await turnOff())
  await screen.findByText(
    'They are off here. The server could not be told, but will find out by itself.',
  )
  screen.getByText('This device shows no notifications.')
  expect(written().map(({ name }) => name)).toEqual(['subscribe', 'unsubscribe'])
})

it('notifications are turned off without a worker', async () => {
  stubPushes(() => Promise.reject(new Error('No worker')))
  const { user } = show(<NoticeSettingsForm user={person} />, replies)
  writeStored(pushesKey, person.netID)
  await screen.findByText(unrenewed)
  await user.click(await turnOff())
  await turnOn()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('where they could not be renewed that is said, and they can be turned on again', async () => {
  const registration = { active: new StubWorker('activated'), pushManager: pushManager() }
  stubPushes(async () => registration)
  const { user, reply } = show(<NoticeSettingsForm user={person} />, {
    ...replies,
    subscribe: unanswered,
  })
  writeStored(pushesKey, person.netID)
  await screen.findByText(unrenewed)
  await user.click(await turnOn())
  await screen.findByText('Notifications could not be turned on here.')
  screen.getByText(unrenewed)
  reply({ subscribe: { ok: true } })
  await user.click(await turnOn())
  await turnOff()
})
