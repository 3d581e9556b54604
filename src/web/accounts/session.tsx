import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { texts } from '../../shared/messages.ts'
import { CallError, call, NetworkError } from '../api/call.ts'
import { endSession, formerSession } from '../api/former-session.ts'
import { forgetSeen, hasSomethingToLose, personKey, takeTab, tokenKey } from '../api/storage.ts'
import { keepInTab, loggedOutKey, readFromTab } from '../api/storage-of-tab.ts'
import { getToken, removeToken, setToken } from '../api/token.ts'
import { onRoleTold } from '../api/told-role.ts'
import { forgetPerson, lastPerson, rememberPerson } from './last-person.ts'

const verifyAgainMs = 5000
const leavingMs = 100
const verifyTimeoutMs = 15_000
/** A longer timeout for a start at which giving up would sign the person out. */
const startTimeoutMs = 120_000
/**
 * A shorter timeout for a start during a check: until the answer, the phone's own memory counts.
 */
const keptStartTimeoutMs = 5000

type Status = {
  state: 'loading' | 'signedOut' | 'signedIn'
  /** Signed in by this phone's memory only: the server has not answered since the app started. */
  offline: boolean
  user: User | null
}

export type Session = Status & {
  signIn: (login: ResponseOf<Api['login']>) => void
  /** false: the server did not end the session, so the person is still signed in. */
  signOut: () => Promise<boolean>
  changeEmail: (email: string) => void
  /** Asks the server again who this is: the role or the session may have changed. */
  verify: () => Promise<void>
}

const signedOut: Status = { state: 'signedOut', offline: false, user: null }

const unknown: Status = { state: 'loading', offline: false, user: null }

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

/** Provides who is signed in. Specification 4, App start, Login and Logout. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  // The first render must be the same as in the build. The real status follows as a transition;
  // otherwise React would hydrate the whole page at once, and a slow phone would not react to taps
  // for half a second.
  const [status, setStatus] = useState<Status>(unknown)
  useEffect(() => {
    if (getToken() === null) startTransition(() => setStatus(signedOut))
  }, [])
  /** Token checks are numbered: the last one begun, and the newest that succeeded (`told`). */
  const begun = useRef(0)
  const told = useRef(0)
  /** Of each check that has no answer yet: would an answer still count? */
  const underWay = useRef(new Set<() => boolean>())
  const known = useRef(status)
  useEffect(() => {
    known.current = status
  }, [status])

  const enter = useCallback((user: User) => {
    takeTab(user.netID)
    rememberPerson(user)
    keepInTab(loggedOutKey, null)
    // Who is verified to be the same stays the same object, so that nothing is drawn again.
    setStatus((was) => {
      const isSame = !was.offline && JSON.stringify(was.user) === JSON.stringify(user)
      return isSame ? was : { state: 'signedIn', offline: false, user }
    })
  }, [])

  const leave = useCallback(() => {
    removeToken()
    forgetPerson()
    setStatus(signedOut)
    // The next person on this phone must not see what this one saw.
    void queries.resetQueries()
  }, [queries])

  // Removes stored copies, too, but not what waits to be sent, nor what was being written where
  // nobody has logged out. In an effect: by then the screens that write the copies are gone.
  useEffect(() => {
    if (status.state === 'signedOut') forgetSeen({ keepsTexts: readFromTab(loggedOutKey) === null })
  }, [status.state])

  const verify = useCallback(async (): Promise<void> => {
    begun.current += 1
    const mine = begun.current
    const token = getToken()
    if (token === null) {
      // A page that the browser kept hears nothing of a logout in its tab.
      const { state } = known.current
      if (state === 'signedIn') keepInTab(loggedOutKey, true)
      if (state !== 'signedOut') leave()
      return
    }
    const counts = () => getToken() === token && mine >= told.current
    underWay.current.add(counts)
    try {
      const unknownMs = keptPerson() === null ? startTimeoutMs : keptStartTimeoutMs
      const timeoutMs = known.current.state === 'signedIn' ? verifyTimeoutMs : unknownMs
      const { sessionId: _, ...person } = await call('verifyToken', undefined, { timeoutMs })
      underWay.current.delete(counts)
      if (!counts()) return
      told.current = mine
      const { state, user } = known.current
      enter(person)
      // With another identity, the server sends other things. At the start nothing was shown yet.
      if (state !== 'loading' && !isShownTheSame(user, person)) void queries.resetQueries()
    } catch (error) {
      const isUnanswered = error instanceof NetworkError
      // Leaving a page cancels its requests, which says nothing about the session; in that case the
      // page is gone before this wait is over.
      if (isUnanswered) await new Promise((resolve) => setTimeout(resolve, leavingMs))
      underWay.current.delete(counts)
      if (!counts()) return
      // Another check decides: one that was begun later, or any that may still be answered where
      // this one was not.
      const isLast = mine === begun.current && !isUnanswered
      if (!isLast && [...underWay.current].some((may) => may())) return
      const { state, offline } = known.current
      if (state === 'signedIn') {
        // A session that was verified once ends only when it is refused: a server that restarts or
        // has a failure signs nobody out.
        const isOver = offline ? !isUnanswered : isRefused(error)
        if (isOver) leave()
        return
      }
      const person = keptPerson()
      if (!isUnanswered || person === null) return leave()
      takeTab(person.netID)
      setStatus({ state: 'signedIn', offline: true, user: person })
    }
  }, [queries, enter, leave])

  useEffect(() => {
    if (getToken() !== null) void verify()
  }, [verify])

  useEffect(() => {
    if (!status.offline) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    // Each waits for the one before, so that requests to a slow server do not pile up.
    const retryLater = () => {
      timer = setTimeout(async () => {
        await verify()
        if (!isOver) retryLater()
      }, verifyAgainMs)
    }
    retryLater()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [status.offline, verify])

  const isUnknown = status.offline || status.state === 'loading'
  useEffect(() => {
    if (!isUnknown) return
    const retry = () => void verify()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isUnknown, verify])

  // The role may have changed while the page was hidden. And phones abort the requests of a hidden
  // page: if that was the token check of the start, this one replaces it, so that the person is not
  // signed out.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void verify()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [verify])

  // Follows a sign-in or sign-out in another tab.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      const other = lastPerson()
      const { user } = known.current
      if (key === personKey && other !== null && user !== null && other.netID !== user.netID) {
        takeTab(other.netID)
        // Not once the server has answered: what is tapped here is sent as the other person already.
        setStatus({ state: 'signedIn', offline: false, user: other })
        void queries.resetQueries()
      }
      if (key === personKey || key === tokenKey || key === null) void verify()
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [queries, verify])

  // A role that is given or taken is heard on any screen with a socket.
  useEffect(
    () =>
      onRoleTold((isLineMonitor, isAgain) => {
        const { user } = known.current
        if (user === null) return
        // A line monitor who is told the same again may have got or lost the super user role.
        const isOther = can(user, 'lineMonitor') !== isLineMonitor || (isLineMonitor && isAgain)
        if (isOther) void verify()
      }),
    [verify],
  )

  // When the session was ended elsewhere (a new password, 14 days) or the role was taken, the first
  // refused call notices it.
  useEffect(() => {
    const look = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (isOfAnother(event.action.error)) void verify()
    }
    const stops = [
      queries.getQueryCache().subscribe(look),
      queries.getMutationCache().subscribe(look),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries, verify])

  const signIn = useCallback(
    ({ token, resetLinkMadeAt: _, ...user }: ResponseOf<Api['login']>) => {
      const before = getToken()
      const was = lastPerson() ?? known.current.user
      if (before !== null && was?.netID !== user.netID) {
        // On a shared phone: whoever was signed in is out, at once or when their marks are sent.
        forgetSeen()
        if (!was || !formerSession.isKept(was.netID, before)) endSession(before)
      }
      // The token first: another tab that hears of the person asks with it.
      setToken(token)
      enter(user)
      void queries.resetQueries()
    },
    [enter, queries],
  )

  const signOut = useCallback(async (): Promise<boolean> => {
    // Before the answer, which may be lost: the session may be over by then. And again after it: a
    // token check that was answered meanwhile has removed it.
    keepInTab(loggedOutKey, true)
    try {
      await call('logout')
    } catch (error) {
      const isAnswered = error instanceof CallError
      keepInTab(loggedOutKey, isAnswered ? null : true)
      if (isAnswered) console.error(texts.logoutFailed, error.message)
      else console.error(texts.logoutError, error)
      return false
    }
    keepInTab(loggedOutKey, true)
    leave()
    return true
  }, [leave])

  const changeEmail = useCallback(
    (email: string) => {
      if (status.user !== null) enter({ ...status.user, email })
    },
    [status.user, enter],
  )

  const session = useMemo<Session>(
    () => ({ ...status, signIn, signOut, changeEmail, verify }),
    [status, signIn, signOut, changeEmail, verify],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The last person, if they must not be signed out only because the server did not answer. */
function keptPerson(): User | null {
  const person = lastPerson()
  return person !== null && hasSomethingToLose(person.netID) ? person : null
}

function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

const codesOfAnother = ['notSignedIn', 'needsLineMonitor', 'needsSuperUser']

/** Does this refusal say that the person, or their role, is another than is shown here? */
function isOfAnother(error: unknown): boolean {
  return error instanceof CallError && codesOfAnother.includes(error.code)
}

function isShownTheSame(one: User | null, other: User): boolean {
  return (
    one?.netID === other.netID &&
    one.isLineMonitor === other.isLineMonitor &&
    one.isSuperUser === other.isSuperUser &&
    one.isConfirmed === other.isConfirmed
  )
}
