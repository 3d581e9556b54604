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
  removeStored,
  undoKeyPrefix,
  writeStored,
} from '../api/storage.ts'
import * as ownQueue from '../tent-check/marks/own-queue.ts'

const monitor = { ...person, isLineMonitor: true }
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
  const other = { ...monitor, netID: 'jd2' }
  openScreen('/history', { undoMark: { ok: true, number: 6 } }, other)
  const key = `${undoKeyPrefix(other.netID)}${undo.undoId}`
  writeStored(key, JSON.stringify(undo))
  await waitFor(() => expect(loaded).toHaveBeenCalledTimes(1))
  await act(() => vi.advanceTimersByTimeAsync(otherTabMs))
  await waitFor(() => expect(readStored(key)).toBeNull())
})

const on = { ...noCheck, isCheckInProgress: true, checkId: 'c1', number: 1, numCheckers: 1 }
const ofMonitor = { checkStatus: { ...on, excludedNames: ['Cy Diaz'] } }

function exclude(...names: string[]) {
  const pending = names.map((name) => [name, true])
  writeStored(exclusionsKey(person.netID), JSON.stringify({ checkId: 'c1', pending }))
}

/** Stands in for every live socket: connects when told to, and keeps the lists that it was sent. */
function stubSocket() {
  const lists: unknown[] = []
  const onList = vi.fn()
  const close = vi.fn()
  let tell = (_: unknown) => {}
  const socket = {
    connected: false,
    connect: () => {},
    on: (name: string, handle: () => void) => {
      if (name === 'connect') tell = handle
      return socket
    },
    timeout: () => ({
      emitWithAck: async (name: string, list: unknown) => {
        if (name === 'excludedNamesUpdated') {
          lists.push(list)
          onList()
        }
        return { ok: true }
      },
    }),
    disconnect: close,
  }
  const opened = vi
    .spyOn(liveSocket, 'openLiveSocket')
    .mockReturnValue(socket as unknown as LiveSocket)
  onTestFinished(() => opened.mockRestore())
  const connect = () => {
    socket.connected = true
    tell(undefined)
  }
  return { lists, onList, close, connect }
}

const noneWaits = () =>
  waitFor(() => expect(screen.queryByRole('link', { name: /wait/ })).toBeNull())

it('exclusions that wait are counted on every screen, and sent from there', async () => {
  const { lists, close, connect } = stubSocket()
  openScreen('/history', ofMonitor, monitor)
  exclude('Ann Lee', 'Bo Chen')
  await screen.findByRole('link', { name: '2 exclusions wait' })
  await act(async () => connect())
  await noneWaits()
  expect(lists).toEqual([['Cy Diaz', 'Ann Lee', 'Bo Chen']])
  expect(readStored(exclusionsKey(person.netID))).toBeNull()
  expect(close).toHaveBeenCalled()
})

it('exclusions that another tab leaves later are sent, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { lists, connect } = stubSocket()
  openScreen('/history', ofMonitor, monitor)
  exclude('Ann Lee')
  await screen.findByRole('link', { name: '1 exclusion waits' })
  await act(async () => connect())
  await noneWaits()
  exclude('Bo Chen')
  window.dispatchEvent(new StorageEvent('storage', { key: exclusionsKey(person.netID) }))
  await act(() => vi.advanceTimersByTimeAsync(otherTabMs))
  await waitFor(() => expect(lists).toHaveLength(2))
  expect(lists.at(-1)).toEqual(['Cy Diaz', 'Bo Chen'])
})

it('exclusions that another tab leaves while the first are sent are sent before it closes', async () => {
  const { lists, onList, close, connect } = stubSocket()
  openScreen('/history', ofMonitor, monitor)
  exclude('Ann Lee')
  await screen.findByRole('link', { name: '1 exclusion waits' })
  onList.mockImplementationOnce(() => exclude('Ann Lee', 'Bo Chen'))
  await act(async () => connect())
  await waitFor(() => expect(lists).toHaveLength(2))
  expect(lists.at(-1)).toEqual(expect.arrayContaining(['Bo Chen']))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(readStored(exclusionsKey(person.netID))).toBeNull()
})

it('an exclusion that another tab has settled no longer waits, also without a connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  stubSocket()
  openScreen('/history', ofMonitor, monitor)
  exclude('Ann Lee')
  await screen.findByRole('link', { name: '1 exclusion waits' })
  removeStored(exclusionsKey(person.netID))
  window.dispatchEvent(new StorageEvent('storage', { key: exclusionsKey(person.netID) }))
  await act(() => vi.advanceTimersByTimeAsync(otherTabMs))
  await noneWaits()
})

it('an exclusion whose answer was lost is not sent again once another tab has settled it', async () => {
  const { lists, onList, close, connect } = stubSocket()
  openScreen('/history', ofMonitor, monitor)
  exclude('Ann Lee')
  await screen.findByRole('link', { name: '1 exclusion waits' })
  onList.mockImplementationOnce(() => {
    removeStored(exclusionsKey(person.netID))
    throw new Error('operation has timed out')
  })
  await act(async () => connect())
  await noneWaits()
  expect(lists).toEqual([['Cy Diaz', 'Ann Lee']])
  expect(close).toHaveBeenCalled()
})

it('an exclusion that the tent check has sent no longer waits on other screens', async () => {
  const { connect } = stubSocket()
  const { user } = openScreen('/history', ofMonitor, monitor)
  exclude('Ann Lee')
  await user.click(await screen.findByRole('link', { name: '1 exclusion waits' }))
  await screen.findByRole('heading', { name: 'Tent Check' })
  await act(async () => connect())
  await waitFor(() => expect(readStored(exclusionsKey(person.netID))).toBeNull())
  history.back()
  await screen.findByRole('heading', { name: 'History' })
  await noneWaits()
})
