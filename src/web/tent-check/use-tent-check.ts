import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import type { ActiveTent } from '../../shared/tent-check/contract.ts'
import { call } from '../api/call.ts'
import { openLiveSocket } from '../api/live-socket.ts'
import { LiveCheck } from './live/live-check.ts'
import type { Picture } from './live/picture.ts'
import { rememberCheck, rememberedCheck } from './live/remembered-check.ts'
import type { Mark } from './marks/mark.ts'
import type { MarkQueue } from './marks/mark-queue.ts'
import { queueOf } from './marks/own-queue.ts'
import { rememberedWork, rememberWork } from './pages/work.ts'
import type { Say } from './use-alerts.ts'

type Options = {
  user: User
  isLineMonitor: boolean
  say: Say
  /** The server takes this person for someone else than the page does. */
  onSessionMismatch: () => void
  onCheckClosed: () => void
}

const restoredText =
  'The server was restored from a backup. What you see is what it knows; marks made since then may be missing.'

/** The live check, for as long as the screen is there, and this phone's own marks. */
export function useTentCheck(options: Options) {
  const { netID } = options.user
  const [queue] = useState(() => queueOf(netID))
  const [live] = useState(() => open(options, queue))
  const state = useSyncExternalStore(live.subscribe, live.getState)
  const { marks, saved } = useSyncExternalStore(queue.subscribe, queue.getState)

  useEffect(() => {
    const wake = () => {
      if (document.visibilityState !== 'hidden') live.resync()
    }
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', wake)
    window.addEventListener('offline', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('online', wake)
      window.removeEventListener('offline', wake)
      live.close()
    }
  }, [live])

  useEffect(() => {
    queue.onSessionMismatch = options.onSessionMismatch
  }, [queue, options.onSessionMismatch])

  // Someone who signed in again, or is connected again: what waited for that need not wait longer.
  useEffect(() => {
    if (state.connection !== 'offline') queue.flush()
  }, [state.connection, queue])

  useRememberedCheck(netID, state.picture)

  const setExcluded = useCallback(
    (name: string, isExcluded: boolean) => live.setExcluded(name, isExcluded),
    [live],
  )
  const resync = useCallback(() => live.resync(), [live])
  return { ...state, marks, saved, queue, setExcluded, resync }
}

function open(
  { user, isLineMonitor, say, onSessionMismatch, onCheckClosed }: Options,
  queue: MarkQueue,
): LiveCheck {
  const { netID } = user
  const { socket, close } = openLiveSocket()
  return new LiveCheck({
    socket,
    closeSocket: close,
    async ask() {
      const { saved } = queue.getState()
      const status = await call('checkStatus')
      // Saved before the server was asked, and unknown to it now: a backup was restored, or worse.
      queue.notSaved(saved.filter((mark) => isOpenIn(status.checkId, status.activeTents, mark)))
      return status
    },
    isLineMonitor,
    remembered: rememberedCheck(netID),
    rememberedExclusions: (checkId) => new Map(rememberedWork(netID, checkId).pending),
    onPendingExclusions: (checkId, pending) =>
      rememberWork(netID, { ...rememberedWork(netID, checkId), pending: [...pending] }),
    onClosed: (how) => {
      onCheckClosed()
      if (how === 'ended') say(texts.checkEnded)
      if (how === 'cancelled') say(texts.checkCanceled)
      if (how === 'unseen') say(texts.checkClosedUnseen)
    },
    onRestored: ({ check }) => {
      const { saved } = queue.getState()
      const isKept = ({ body: { checkId, id } }: Mark) =>
        check !== null &&
        check.checkId === checkId &&
        check.marked.some(({ tent }) => tent.id === id)
      queue.notSaved(saved.filter((mark) => !isKept(mark)))
      onCheckClosed()
      say(restoredText, 'danger', { stays: true })
    },
    onEmpty: () => {
      say(texts.noMoreTents)
      // Refused or unheard, the server ends it by itself a moment later.
      if (isLineMonitor) call('endCheck', { ifEmpty: true }).catch(() => {})
    },
    onRefused: (text) => say(text, 'danger'),
    onSessionMismatch,
  })
}

/** Whether a mark's tent is still to be marked in its own check. */
function isOpenIn(checkId: string | null, tents: readonly ActiveTent[], { body }: Mark): boolean {
  return checkId === body.checkId && tents.some(({ id }) => id === body.id)
}

/** Written down a moment after the last change, and when the page is left. */
function useRememberedCheck(netID: string, { epoch, check, isKnown }: Picture): void {
  useEffect(() => {
    if (!isKnown || epoch === null) return
    const write = () => rememberCheck(netID, { epoch, check })
    const timer = setTimeout(write, 1000)
    window.addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', write)
    }
  }, [netID, epoch, check, isKnown])
}
