import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { SessionProvider, useSession } from './accounts/session.tsx'
import { pushesKey, readStored } from './api/storage.ts'

const renewAfterMs = 3000

/** What surrounds every screen and its `Routing`, in the browser as in the build. */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <OwnPushes />
        {children}
      </SessionProvider>
    </QueryClientProvider>
  )
}

/**
 * The server sends no notifications to a device whose session is over, so a sign-in renews them;
 * and those that are still shown are not for whoever holds the device next.
 */
function OwnPushes() {
  const { state, user } = useSession()
  const netID = user?.netID
  useEffect(() => {
    const shownTo = readStored(pushesKey)
    if (state === 'loading' || shownTo === null || shownTo === netID) return
    import('./notices/this-browser.ts').then(({ closeShown }) => closeShown()).catch(console.warn)
  }, [state, netID])
  const wasSignedOut = useRef(false)
  useEffect(() => {
    if (state === 'signedOut') wasSignedOut.current = true
    if (netID === undefined || !wasSignedOut.current || readStored(pushesKey) !== netID) return
    // What the sign-in leads to is loaded first.
    const timer = setTimeout(async () => {
      wasSignedOut.current = false
      try {
        await (await import('./notices/this-browser.ts')).renew(netID)
      } catch (error) {
        // The profile tries it again, and says so.
        console.warn(error)
      }
    }, renewAfterMs)
    return () => clearTimeout(timer)
  }, [state, netID])
  return null
}
