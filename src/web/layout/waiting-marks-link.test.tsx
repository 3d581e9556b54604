import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { noCheck } from '../../../tests/support/check-status.ts'
import { openScreen, person, unanswered } from '../../../tests/support/show.tsx'
import type { LiveSocket } from '../api/live-socket.ts'
import * as liveSocket from '../api/live-socket.ts'
import {
  exclusionsKey,
  otherTabMs,
  readStored,
  undoKeyPrefix,
  writeStored,
} from '../api/storage.ts'
import * as ownQueue from '../tent-check/marks/own-queue.ts'

const undo = {
  undoId: 'u1',
  id: 't1',
  checkId: 'c1',
  tentLabel: '47 Los Lobos',
  number: 5,
  markId: null,
  order: 1,
}

it('an undo that waits is shown on every screen, and sent from there', async () => {
  const monitor = { ...person, isLineMonitor: true }
  const opened = openScreen('/history', { undoMark: unanswered }, monitor)
  const key = `${undoKeyPrefix(person.netID)}${undo.undoId}`
  writeStored(key, JSON.stringify(undo))
  await screen.findByRole('link', { name: '1 undo waits' })
  opened.reply({ undoMark: { ok: true, number: 6 } })
  await act(async () => window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByRole('link', { name: '1 undo waits' })).toBeNull())
  expect(readStored(key)).toBeNull()
})

it('an undo that waits is sent, too, where what sends it is loaded only later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const loaded = vi.spyOn(ownQueue, 'queuesOf').mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  // Of other people the queues are loaded already.
  const monitor = { ...person, netID: 'jd2', isLineMonitor: true }
  openScreen('/history', { undoMark: { ok: true, number: 6 } }, monitor)
  const key = `${undoKeyPrefix(monitor.netID)}${undo.undoId}`
  writeStored(key, JSON.stringify(undo))
  await waitFor(() => expect(loaded).toHaveBeenCalledTimes(1))
  await act(() => vi.advanceTimersByTimeAsync(otherTabMs))
  await waitFor(() => expect(readStored(key)).toBeNull())
})

it('exclusions that wait are counted on every screen, and sent from there', async () => {
  const lists: unknown[] = []
  const close = vi.fn()
  let connected = (_: unknown) => {}
  const socket = {
    connected: false,
    on: (name: string, handle: () => void) => {
      if (name === 'connect') connected = handle
      return socket
    },
    timeout: () => ({
      emitWithAck: async (name: string, list: unknown) => {
        if (name === 'excludedNamesUpdated') lists.push(list)
        return { ok: true }
      },
    }),
    disconnect: close,
  }
  const opened = vi
    .spyOn(liveSocket, 'openLiveSocket')
    .mockReturnValue(socket as unknown as LiveSocket)
  onTestFinished(() => opened.mockRestore())
  const monitor = { ...person, isLineMonitor: true }
  const on = { ...noCheck, isCheckInProgress: true, checkId: 'c1', number: 1, numCheckers: 1 }
  openScreen('/history', { checkStatus: { ...on, excludedNames: ['Cy Diaz'] } }, monitor)
  const pending = [
    ['Ann Lee', true],
    ['Bo Chen', true],
  ]
  writeStored(exclusionsKey(person.netID), JSON.stringify({ checkId: 'c1', pending }))
  await screen.findByRole('link', { name: '2 exclusions wait' })
  socket.connected = true
  await act(async () => connected(undefined))
  await waitFor(() => expect(screen.queryByRole('link', { name: /wait/ })).toBeNull())
  expect(lists).toEqual([['Cy Diaz', 'Ann Lee', 'Bo Chen']])
  expect(readStored(exclusionsKey(person.netID))).toBeNull()
  expect(close).toHaveBeenCalled()
})
