import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { keepSession } from '../api/keep-session.ts'
import { openLiveSocket } from '../api/live-socket.ts'
import { LiveCheck } from './live-check.ts'
import { rememberCheck, rememberedCheck, rememberedWork, rememberWork } from './memory.ts'
import { queueOf } from './own-queue.ts'
import type { Check } from './picture.ts'

type Options = {
  user: User
  isLineMonitor: boolean
  say: (text: string, tone?: 'info' | 'danger') => void
  /** The server takes this person for someone else than the page does. */
  onDoubt: () => void
  onCheckClosed: () => void
}

/** The live check, for as long as the screen is there, and this phone's own marks. */
export function useTentCheck(options: Options) {
  const { netID } = options.user
  const [live] = useState(() => open(options))
  const [queue] = useState(() => queueOf(netID))
  const state = useSyncExternalStore(live.subscribe, live.getState)
  const { marks, saved } = useSyncExternalStore(queue.subscribe, queue.getState)
  const { check } = state.picture

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
    queue.onDoubt = options.onDoubt
  }, [queue, options.onDoubt])

  useEffect(() => {
    if (state.connection === 'live') queue.flush()
  }, [state.connection, queue])

  useRememberedCheck(netID, check, state.picture.isKnown)

  // While a check is on or marks wait, a start without a network must not sign this phone out.
  useEffect(() => keepSession(check !== null || marks.length > 0), [check, marks])

  const setExcluded = useCallback(
    (name: string, isExcluded: boolean) => live.setExcluded(name, isExcluded),
    [live],
  )
  const resync = useCallback(() => live.resync(), [live])
  return { ...state, marks, saved, queue, setExcluded, resync }
}

function open({ user, isLineMonitor, say, onDoubt, onCheckClosed }: Options): LiveCheck {
  const { netID } = user
  const { socket, close } = openLiveSocket()
  return new LiveCheck({
    socket,
    closeSocket: close,
    ask: () => call('checkStatus'),
    isLineMonitor,
    remembered: rememberedCheck(netID),
    rememberedWishes: (checkId) => new Map(rememberedWork(netID, checkId).wishes),
    onWishes: (checkId, wishes) =>
      rememberWork(netID, { ...rememberedWork(netID, checkId), wishes: [...wishes] }),
    onClosed: (how) => {
      onCheckClosed()
      if (how === 'ended') say(texts.checkEnded)
      if (how === 'cancelled') say(texts.checkCanceled)
      if (how === 'unseen') say(texts.checkClosedUnseen)
    },
    onEmpty: () => {
      say(texts.noMoreTents)
      // Refused or unheard, the server ends it by itself a moment later.
      if (isLineMonitor) call('endCheck', { ifEmpty: true }).catch(() => {})
    },
    onRefused: (text) => say(text, 'danger'),
    onDoubt,
  })
}

/** Written down a moment after the last change, and when the page is left. */
function useRememberedCheck(netID: string, check: Check | null, isKnown: boolean): void {
  useEffect(() => {
    if (!isKnown) return
    const write = () => rememberCheck(netID, check)
    const timer = setTimeout(write, 1000)
    window.addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', write)
    }
  }, [netID, check, isKnown])
}
