import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openScreen, person } from '../../tests/support/show.tsx'
import { pushManager, StubWorker, stubPushes } from '../../tests/support/stub-pushes.ts'
import { pushesKey, writeStored } from './api/storage.ts'

/** A browser that shows one. */
function shownNotification() {
  const shown = { close: vi.fn() }
  const active = new StubWorker('activated')
  const getNotifications = async () => [shown]
  const registration = { active, pushManager: pushManager(), getNotifications }
  stubPushes(async () => registration, registration)
  return shown
}

it.each([
  ['of the person whose notifications are shown here', person.netID, ['login', 'subscribe'], 0],
  ['of somebody else', 'al1', ['login'], 1],
])('a sign-in %s renews or closes them as it should', async (_, shownTo, expected, closed) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const shown = shownNotification()
  const { user, path, written } = openScreen('/login', {
    login: { ...person, token: 'a token' },
    pushKey: { key: 'k' },
    subscribe: { ok: true },
  })
  writeStored(pushesKey, shownTo)
  await user.type(await screen.findByLabelText('NetID'), person.netID)
  await user.type(screen.getByLabelText('Password'), 'gloves at 2 am')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await expect.poll(path).toBe('/profile')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await expect.poll(() => written().map(({ name }) => name)).toEqual(expected)
  await expect.poll(() => shown.close.mock.calls.length).toBe(closed)
})

it('a notification that is still shown is closed when its person logs out', async () => {
  const shown = shownNotification()
  const { user } = openScreen('/history', { logout: { ok: true } }, person)
  const logout = await screen.findByRole('button', { name: 'Logout' })
  writeStored(pushesKey, person.netID)
  expect(shown.close).not.toHaveBeenCalled()
  await user.click(logout)
  await expect.poll(() => shown.close.mock.calls.length).toBe(1)
})
