import { useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { screens } from '../../shared/screens.ts'
import { cameFrom } from '../accounts/came-from.ts'
import { useSession } from '../accounts/session.tsx'
import { Frame } from './frame.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { screenAt } from './screen-at.ts'

/**
 * Specification 2: without a sign-in, signed-in-only routes go to /login, which remembers the
 * requested address.
 */
export function Gate() {
  const { state } = useSession()
  const { pathname, search, hash } = useLocation()
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (state === 'signedIn') wasSignedIn.current = true
  }, [state])
  const screen = screenAt(pathname)?.screen
  if (screen?.access !== 'signedIn' || state === 'signedIn') {
    return (
      <>
        {screen?.title && <title>{`${screen.title} · Tent City`}</title>}
        <Frame />
      </>
    )
  }
  if (state === 'loading') return <LoadingScreen />
  // After a sign-out here, the address is not remembered: the next person may be another one.
  const asked = wasSignedIn.current ? null : cameFrom(`${pathname}${search}${hash}`)
  return <Navigate to={screens.login.path} replace state={asked} />
}
