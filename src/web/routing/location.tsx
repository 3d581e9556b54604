import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'

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

type Options = { replace?: boolean; state?: unknown }

/**
 * Goes to an address of the app; `#part` is a part of this screen. It is a new entry of the history,
 * unless it replaces this one, as it also does when it is the same address.
 */
export type Navigate = (to: string, options?: Options) => void

const LocationContext = createContext<Location | null>(null)
const NavigateContext = createContext<Navigate | null>(null)

export function useLocation(): Location {
  const location = useContext(LocationContext)
  if (location === null) throw new Error('useLocation needs a Routing above it.')
  return location
}

/** Stays the same function, wherever one goes. */
export function useNavigate(): Navigate {
  const navigate = useContext(NavigateContext)
  if (navigate === null) throw new Error('useNavigate needs a Routing above it.')
  return navigate
}

type RoutingProps = {
  /** The path that the build draws; in a browser, the address says it. */
  path?: string
  children: ReactNode
}

/**
 * Where the app is. It changes as a transition, so that the screen before stays until the next one's
 * script is loaded; an external store's changes are never transitions.
 */
export function Routing({ path, children }: RoutingProps) {
  const [location, setLocation] = useState(() => (path === undefined ? here() : entryAt(path)))
  const follow = useCallback(() => startTransition(() => setLocation(here())), [])
  const navigate = useCallback<Navigate>(
    (to, { replace = false, state = null } = {}) => {
      const { href } = new URL(to, document.location.href)
      const entry = { key: newKey(), state }
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
  return (
    <NavigateContext value={navigate}>
      <LocationContext value={location}>{children}</LocationContext>
    </NavigateContext>
  )
}

function newKey(): string {
  return Math.random().toString(36).slice(2)
}

function entryAt(pathname: string): Location {
  return { pathname, search: '', hash: '', state: null, key: 'default' }
}

/** What the browser shows. */
function here(): Location {
  const { pathname, search, hash } = document.location
  // Another router may have made the entry, with fields of its own.
  const made: Partial<Pick<Location, 'key' | 'state'>> = history.state ?? {}
  const { key = 'default', state = null } = made
  return { pathname, search, hash, state, key }
}
