import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openScreen, person } from '../../tests/support/show.tsx'
import { pushManager, StubWorker, stubPushes } from '../../tests/support/stub-pushes.ts'
import { pushesKey, writeStored } from './api/storage.ts'

it.each([
  ['of the person whose notifications are shown here', person.netID, ['login', 'subscribe']],
  ['of somebody else', 'al1', ['login']],
])('a sign-in %s renews them as it should', async (_, shownTo, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const registration = { active: new StubWorker('activated'), pushManager: pushManager() }
  stubPushes(async () => registration)
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
})
