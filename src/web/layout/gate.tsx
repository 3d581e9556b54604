import { Navigate, useMatches } from 'react-router'
import { useSession } from '../accounts/session.tsx'
import { paths } from '../paths.ts'
import { Frame } from './frame.tsx'
import { LoadingScreen } from './loading-screen.tsx'

/** The `handle` of a route that only a signed-in person sees. */
export const signedInOnly = { isSignedInOnly: true }

/** Specification 2: signed-in-only routes go to /login when nobody is signed in. */
export function Gate() {
  const { state } = useSession()
  const isSignedInOnly = useMatches().some(({ handle }) => handle === signedInOnly)
  if (!isSignedInOnly || state === 'signedIn') return <Frame />
  return state === 'loading' ? <LoadingScreen /> : <Navigate to={paths.login} replace />
}
