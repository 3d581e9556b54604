import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import type { ActiveTent } from '../../shared/tent-check/contract.ts'
import { call } from '../api/call.ts'
import { takeCheckStatusAhead } from '../api/check-status-ahead.ts'
import { openLiveSocket } from '../api/live-socket.ts'
import { useLatest } from '../ui/use-latest.ts'
import { vibrateForRefusal } from '../ui/vibrate.ts'
import type { ClosedCheck } from './closing/summary.tsx'
import { keepExclusions, keptExclusions } from './exclusions/kept-exclusions.ts'
import { LiveCheck } from './live/live-check.ts'
import type { Picture } from './live/picture.ts'
import { rememberCheck, rememberedCheck } from './live/remembered-check.ts'
import type { Mark } from './marks/mark.ts'
import type { MarkQueue } from './marks/mark-queue.ts'
import { queuesOf } from './marks/own-queue.ts'
import { marksTexts } from './marks/texts.ts'
import type { UndoQueue, WantedUndo } from './marks/undo-queue.ts'
import type { Undone } from './pages/standings.ts'
import { tentCheckTexts } from './texts.ts'
import type { SayAlert } from './use-alerts.ts'

type Options = {
  user: User
  isLineMonitor: boolean
  say: SayAlert
  /** For the server, the signed-in person is not the one of this page. */
  onSessionMismatch: () => void
  onCheckClosed: () => void
}

/**
 * Kept while other screens are shown: from its summary, a check ended by mistake can be reopened.
 */
let lastClosed: { netID: string; check: ClosedCheck } | null = null

/** The live check and this phone's own marks, while the screen is open. */
export function useTentCheck(options: Options) {
  const { netID } = options.user
  const [{ queue, undos }] = useState(() => queuesOf(netID))
  const [closed, setClosed] = useState(() =>
    lastClosed?.netID === netID ? lastClosed.check : null,
  )
  const latest = useLatest(options)
  const [live] = useState(() => {
    const onClosedCheck = (check: ClosedCheck) => {
      lastClosed = { netID, check }
      setClosed(check)
    }
    return open(options.user, options.isLineMonitor, latest, queue, onClosedCheck)
  })
  const state = useSyncExternalStore(live.subscribe, live.getState)
  const { marks, saved } = useSyncExternalStore(queue.subscribe, queue.getState)
  const undoing = useSyncExternalStore(undos.subscribe, undos.getState)

  useEffect(() => {
    live.start()
    const wake = () => {
      if (document.visibilityState !== 'hidden') live.resync()
    }
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', wake)
    window.addEventListener('offline', wake)
    window.addEventListener('storage', live.changedElsewhere)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('online', wake)
      window.removeEventListener('offline', wake)
      window.removeEventListener('storage', live.changedElsewhere)
      live.close()
    }
  }, [live])

  useEffect(() => {
    queue.onSessionMismatch = () => latest.current.onSessionMismatch()
    // Other screens send marks, too; there they wait for the next sign-in.
    return () => {
      queue.onSessionMismatch = null
    }
  }, [queue, latest])

  // After a new sign-in or connection, waiting marks are sent at once.
  useEffect(() => {
    if (state.connection === 'offline') return
    queue.flush()
    undos.flush()
  }, [state.connection, queue, undos])

  const undone = useUndos(undos, queue, live, state.picture, options.say)
  useAnsweredByFacts(queue, undoing, undone, state.picture)

  useRememberedCheck(netID, state.picture)
  useForgottenExclusions(netID, state.picture)

  const { setExcluded, view, resync } = live
  const own = { queue, undos, marks, saved, undoing, undone }
  return { ...state, ...own, closed, setExcluded, view, resync }
}

const noneUndone: readonly (Undone & { epoch: string | null })[] = []

/**
 * Handles answers to undos: the mark is removed here, or the monitor is told why it stays. Returns those
 * that were answered, until the picture has their events.
 */
function useUndos(
  undos: UndoQueue,
  queue: MarkQueue,
  live: LiveCheck,
  { epoch, check }: Picture,
  say: SayAlert,
): readonly Undone[] {
  const [undone, setUndone] = useState(noneUndone)
  const isAhead = (one: (typeof undone)[number]) =>
    one.epoch === epoch && one.checkId === check?.checkId && one.number > check.number
  if (!undone.every(isAhead)) setUndone(undone.filter(isAhead))
  useEffect(() => {
    undos.onUndone = ({ tentLabel, isLate, ...one }) => {
      queue.returned(one)
      setUndone((before) => [...before, { ...one, epoch: live.getState().picture.epoch }])
      if (isLate) say('ok', marksTexts.undoneLate, { stays: true, about: tentLabel })
      live.resync()
    }
    undos.onRefused = ({ tentLabel }, { code, message }) => {
      vibrateForRefusal()
      const why = code === 'checkOver' ? marksTexts.checkOver : message
      say('danger', marksTexts.notUndone(why), { stays: true, about: tentLabel })
      live.resync()
    }
    // Other screens send undos, too, but have no place to say why one is refused.
    return () => {
      undos.onUndone = null
      undos.onRefused = null
    }
  }, [undos, queue, live, say])
  return undone
}

/** Once the server's facts of a mark are here, its undo no longer waits for the mark's answer. */
function useAnsweredByFacts(
  queue: MarkQueue,
  undoing: readonly WantedUndo[],
  undone: readonly Undone[],
  { check, isKnown, isStale }: Picture,
): void {
  useEffect(() => {
    if (!isKnown || isStale) return
    for (const { id, checkId, markId } of undoing) {
      const facts = check?.marked.find(({ tent }) => tent.id === id)?.mark
      if (markId === null || checkId !== check?.checkId || !facts) continue
      // Not for an earlier mark's facts: its undo is answered, but that event is not here yet.
      if (!undone.some((one) => one.id === id)) queue.answeredBy(markId, facts)
    }
  }, [queue, undoing, undone, check, isKnown, isStale])
}

/** `latest`: what to do, as of the last render. */
function open(
  { netID }: User,
  isLineMonitor: boolean,
  latest: RefObject<Options>,
  queue: MarkQueue,
  onClosedCheck: (closed: ClosedCheck) => void,
): LiveCheck {
  const say: SayAlert = (...what) => latest.current.say(...what)
  return new LiveCheck({
    // A screen that is drawn and thrown away again must leave no connection behind.
    socket: openLiveSocket({ autoConnect: false }),
    async ask() {
      const ahead = takeCheckStatusAhead()
      // The early answer is older than this phone's marks: marks it lacks may have been saved
      // since.
      if (ahead !== null) return ahead
      const { saved } = queue.getState()
      const status = await call('checkStatus')
      // Saved before the request, but unknown to the server now: a backup was restored, or worse.
      queue.notSaved(saved.filter((mark) => isOpenIn(status.checkId, status.activeTents, mark)))
      return status
    },
    isLineMonitor,
    remembered: rememberedCheck(netID),
    rememberedExclusions: (checkId) => keptExclusions(netID, checkId),
    onPendingExclusions: (...pending) => keepExclusions(netID, ...pending),
    onClosed: (how, checkId) => {
      onClosedCheck({ checkId, at: Date.now() })
      latest.current.onCheckClosed()
      if (how === 'ended') say('info', texts.checkEnded)
      if (how === 'cancelled') say('info', texts.checkCanceled)
      if (how === 'unseen') say('info', tentCheckTexts.checkClosedUnseen)
    },
    onRestored: ({ check }) => {
      const { saved } = queue.getState()
      const isKept = ({ body: { checkId, id } }: Mark) =>
        check !== null &&
        check.checkId === checkId &&
        check.marked.some(({ tent }) => tent.id === id)
      queue.notSaved(saved.filter((mark) => !isKept(mark)))
      latest.current.onCheckClosed()
      say('danger', tentCheckTexts.restored, { stays: true })
    },
    onRefused: (text) => say('danger', text),
    onUnsent: (names) => say('danger', tentCheckTexts.exclusionsUnsent(names), { stays: true }),
    onSessionMismatch: () => latest.current.onSessionMismatch(),
  })
}

/** Is the mark's tent unmarked in its own check? */
function isOpenIn(checkId: string | null, tents: readonly ActiveTent[], { body }: Mark): boolean {
  return checkId === body.checkId && tents.some(({ id }) => id === body.id)
}

/** Deletes what is stored for an earlier check, once the server has said which one is on. */
function useForgottenExclusions(netID: string, { check, isKnown }: Picture): void {
  const checkId = isKnown ? check?.checkId : undefined
  useEffect(() => {
    if (checkId !== undefined) keepExclusions(netID, checkId, new Map(), new Map())
  }, [netID, checkId])
}

/** Stores the check a moment after the last change, and when the page is left. */
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
