import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { Router } from 'wouter'
import { newId } from '../api/new-id.ts'

/** An entry of the tab's history: an address of the app, each time that it is visited. */
export type Location = {
  /** As it stands in the address, so still encoded. */
  pathname: string
  /** With its `?`; '': none. */
  search: string
  /** With its `#`; '': none. */
  hash: string
  /** What `navigate` or a link handed over; null: nothing. */
  state: unknown
  /** Its own for each entry; 'default' for one that no link of the app made. */
  key: string
}

type Options = { replace?: boolean | undefined; state?: unknown }

/**
 * Goes to an address of the app; `#part` is a part of this screen. It is a new entry of the history,
 * unless it replaces this one, as it also does when it is the same address.
 */
export type Navigate = (to: string, options?: Options) => void

const LocationContext = createContext<{ location: Location; navigate: Navigate } | null>(null)

function useRouting() {
  const routing = useContext(LocationContext)
  if (routing === null) throw new Error('There is no <Routing> above this.')
  return routing
}

export function useLocation(): Location {
  return useRouting().location
}

/** Stays the same function, wherever one goes. */
export function useNavigate(): Navigate {
  return useRouting().navigate
}

/** How wouter's links and redirects learn where they are, and go elsewhere. */
function useWouterLocation(): [path: string, Navigate] {
  const { location, navigate } = useRouting()
  return [location.pathname, navigate]
}

type RoutingProps = {
  /** The path that the build draws; in a browser, the address says it. */
  path?: string
  children: ReactNode
}

/**
 * Where the app is. Wouter's own hook reads the address as an external store, whose changes are never
 * transitions. Here they are: the screen before stays until the next one's script is loaded.
 */
export function Routing({ path, children }: RoutingProps) {
  const [location, setLocation] = useState(() => (path === undefined ? here() : entryAt(path)))
  const follow = useCallback(() => startTransition(() => setLocation(here())), [])
  const navigate = useCallback<Navigate>(
    (to, { replace = false, state = null } = {}) => {
      const { href } = new URL(to, document.location.href)
      const entry = { key: newId(), state }
      if (replace || href === document.location.href) history.replaceState(entry, '', href)
      else history.pushState(entry, '', href)
      follow()
    },
    [follow],
  )
  useEffect(() => {
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [follow])
  const routing = useMemo(() => ({ location, navigate }), [location, navigate])
  return (
    <LocationContext value={routing}>
      <Router hook={useWouterLocation}>{children}</Router>
    </LocationContext>
  )
}

function entryAt(pathname: string): Location {
  return { pathname, search: '', hash: '', state: null, key: 'default' }
}

/** What the browser shows. */
function here(): Location {
  const { pathname, search, hash } = document.location
  const made: Partial<Pick<Location, 'key' | 'state'>> | null = history.state
  return { ...entryAt(pathname), search, hash, ...made }
}
