// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { person, type Replies, show } from '../../../tests/support/show.tsx'
import { defaultNoticeSettings, type NoticeSettings } from '../../shared/notices/contract.ts'
import { NoticeSettingsForm } from './notice-settings.tsx'
import { noticesTexts } from './texts.ts'

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

it('only the kinds of notifications are offered that the person’s role can get', async () => {
  show(<NoticeSettingsForm user={{ ...person, isLineMonitor: true }} />, keeping(null))
  await screen.findByRole('switch', { name: 'A tent check was started' })
  expect(screen.queryByRole('switch', { name: 'Something needs a hand' })).toBeNull()
})

it('a browser in which nothing could be registered for notifications says so', async () => {
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: async () => 'granted',
  })
  const never = new Promise<ServiceWorkerRegistration>(() => {})
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: never, register: () => Promise.reject(new Error('No worker')) },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  const { user } = show(<NoticeSettingsForm user={person} />, {
    ...keeping(null),
    pushKey: { key: 'k' },
  })
  await user.click(await screen.findByRole('button', { name: 'Turn on here' }))
  await screen.findByText(noticesTexts.pushesFailed)
})
