import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { screens } from '../../shared/screens.ts'
import { cameFrom } from '../accounts/came-from.ts'
import { useSession } from '../accounts/session.tsx'
import { loggedOutKey, readFromTab } from '../api/storage-of-tab.ts'
import { useLocation } from '../routing/location.tsx'
import { Redirect } from '../routing/redirect.tsx'
import { screenAt } from '../routing/screen-at.ts'
import { Frame } from './frame.tsx'
import { LoadingScreen } from './loading-screen.tsx'

/**
 * Specification 2: without a sign-in, signed-in-only routes go to /login, which remembers the
 * requested address.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { state, user, verify } = useSession()
  const { pathname, search, hash } = useLocation()
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (state === 'signedIn') wasSignedIn.current = true
  }, [state])
  const screen = screenAt(pathname)?.screen
  const isOwn = screen?.access === 'signedIn'
  if (!isOwn || state === 'signedIn') {
    return (
      <>
        {screen?.title && <title>{`${screen.title} · Tent City`}</title>}
        <Frame>
          {/* Whoever signs in in another tab gets a socket and forms of their own. */}
          <Fragment key={isOwn ? user?.netID : null}>{children}</Fragment>
        </Frame>
      </>
    )
  }
  if (state === 'loading') return <LoadingScreen onRetry={() => void verify()} />
  // After a logout here, the address is not remembered: the next person may be another one. Whose
  // session was ended elsewhere comes back to where they were.
  const isLoggedOut = wasSignedIn.current && readFromTab(loggedOutKey) !== null
  const asked = isLoggedOut ? null : cameFrom(`${pathname}${search}${hash}`)
  return <Redirect to={screens.login.path} state={asked} />
}
