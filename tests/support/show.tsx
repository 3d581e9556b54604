import { cleanup, configure, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { onTestFailed, onTestFinished, vi } from 'vitest'
import type { User } from '../../src/shared/accounts/contract.ts'
import { type Api, type ApiName, api } from '../../src/shared/api.ts'
import type { BodyOf, ResponseOf } from '../../src/shared/endpoint.ts'
import { tokenKey } from '../../src/web/api/storage.ts'
import { App } from '../../src/web/app.tsx'
import { newQueryClient } from '../../src/web/query-client.ts'
import { Screens } from '../../src/web/routes.tsx'
import { Routing, useLocation } from '../../src/web/routing/location.tsx'
import { AllInSight } from './all-in-sight.ts'

// What is waited for comes when it comes; two busy cores take their time.
configure({ asyncUtilTimeout: 20_000 })

/** The server says no, in words of its own or without any. */
export class Refused {
  readonly status: number
  readonly error: string
  readonly code: string
  constructor(status: number, error = '', code = '') {
    this.status = status
    this.error = error
    this.code = code
  }
}
export const mute = new Refused(500)
/** Nothing comes back. */
export const unanswered = new Refused(0)

type Reply<N extends ApiName> = ResponseOf<Api[N]> | Refused
/** What is answered to each call, now or by what was sent. */
export type Replies = {
  [N in ApiName]?:
    | Reply<N>
    | ((body: BodyOf<Api[N]>, query: URLSearchParams) => Reply<N> | Promise<Reply<N>>)
}

export const person: User = {
  netID: 'tb1',
  firstName: 'Taylor',
  lastName: 'Brooks',
  email: 'tb1@duke.edu',
  isLineMonitor: false,
  isSuperUser: false,
  isConfirmed: false,
}

/** As the list of users has a person. */
export const listed = (user: User) => ({ ...user, isDisabled: false, campusWaiting: null })

/** A part of a page, alone in the app, at an address. */
export function show(part: ReactNode, replies: Replies = {}, path = '/') {
  return open(part, path, replies, null)
}

/** A part of a page, and a button that leads to another screen and back. */
export function Leaving({ children }: { children: ReactNode }) {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        Other screen
      </button>
      {isHere && children}
    </>
  )
}

/** A whole screen at its address; `user`: who is signed in, if anyone. */
export function openScreen(path: string, replies: Replies = {}, user: User | null = null) {
  return open(<Screens />, path, replies, user)
}

function open(part: ReactNode, path: string, replies: Replies, user: User | null) {
  const answers: Replies = {
    ...(user && { verifyToken: { ...user, sessionId: 's1' } }),
    ...replies,
  }
  const called: { name: ApiName; body: unknown }[] = []
  const logged: unknown[] = []
  vi.stubGlobal('API_ROUTES', api)
  vi.stubGlobal('IntersectionObserver', AllInSight)
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const name = nameOf(String(method), address)
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    called.push({ name, body: sent })
    const answer: unknown = answers[name]
    if (answer === undefined) throw new Error(`The test says nothing of ${name}`)
    const query = new URLSearchParams(address.split('?')[1])
    const said: unknown = typeof answer === 'function' ? await answer(sent, query) : answer
    if (said === unanswered) throw new TypeError('Failed to fetch')
    if (said instanceof Refused) return Response.json({ ...said }, { status: said.status })
    return Response.json(said)
  })
  // What could not be fetched is written there, by design.
  vi.spyOn(console, 'error').mockImplementation((...what) => logged.push(...what))
  localStorage.clear()
  if (user !== null) localStorage.setItem(tokenKey, 'a token')

  const queryClient = newQueryClient()
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  history.replaceState(null, '', path)
  let shownPath = path
  function Place() {
    shownPath = useLocation().pathname
    return null
  }
  const view = render(
    <App queryClient={queryClient}>
      <Routing>
        {part}
        <Place />
      </Routing>
    </App>,
  )
  onTestFailed(() => console.warn('The page logged:', ...logged))
  onTestFinished(async () => {
    cleanup()
    // A screen that is still being loaded as its file ends would be broken for the files after it.
    await vi.dynamicImportSettled()
    sessionStorage.clear()
    queryClient.clear()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  return {
    ...view,
    queryClient,
    // No style sheet is there that could keep a pointer off.
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    /** From now on the server answers otherwise. */
    reply: (more: Replies) => void Object.assign(answers, more),
    /** What was called so far, in order. */
    called,
    /** The calls so far that may have changed something. */
    written: () => called.filter(({ name }) => api[name].method !== 'GET'),
    /** What was written to the console as an error. */
    logged,
    path: () => shownPath,
    /** Of whoever is signed in here; null: nobody is. */
    token: () => localStorage.getItem(tokenKey),
  }
}

function nameOf(method: string, address: string): ApiName {
  const [path = ''] = address.split('?')
  const fitting = (Object.keys(api) as ApiName[]).filter((name) => {
    const pattern = new RegExp(`^${api[name].path.replace(/:\w+/g, '[^/]+')}$`)
    return api[name].method === method && pattern.test(path)
  })
  // A fixed path such as `/api/checks/statistics` goes before `/api/checks/:id`.
  const found = fitting.find((name) => api[name].path === path) ?? fitting[0]
  if (found === undefined) throw new Error(`There is no call ${method} ${address}`)
  return found
}
