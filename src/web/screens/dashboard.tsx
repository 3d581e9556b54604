import { useDeferredValue, useEffect } from 'react'
import { can } from '../../shared/access.ts'
import { useSession } from '../accounts/session.tsx'
import { SetUp } from '../operations/set-up.tsx'
import { useSetUp } from '../operations/use-set-up.ts'
import { useRosterChanged } from '../roster-sync/use-roster-sync.ts'
import { useLocation } from '../routing/location.tsx'
import { useTents } from '../tents/use-tents.ts'
import { focusLinked } from '../ui/focus-part.ts'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import styles from './dashboard/dashboard.module.css'
import { DashboardNav } from './dashboard/dashboard-nav.tsx'
import { FirstRun } from './dashboard/lazy-parts.ts'
import { Pages } from './dashboard/pages.tsx'
import { People } from './dashboard/people.tsx'
import { Roster } from './dashboard/roster.tsx'
import { Season } from './dashboard/season.tsx'
import { System } from './dashboard/system.tsx'
import { Tonight } from './dashboard/tonight.tsx'
import { InSeasonZone } from './parts/in-season-zone.tsx'

/**
 * Specification 2, /line-monitor-dashboard: what super users run a season with, of which line monitors
 * see parts.
 */
export function Screen() {
  const { user } = useSession()
  const mayRead = can(user, 'lineMonitor')
  const mayChange = can(user, 'superUser')
  const tents = useTents()
  const rosterChanged = useRosterChanged()
  const setUp = useSetUp({ mayAsk: mayChange })
  // The dashboard is long: it is drawn in a second render, so that the browser can react in between.
  const isDrawn = useDeferredValue(true, false)
  // The steps of setting up come first and are long. Until it is known whether they are shown, the rest
  // is hidden, so that it does not jump.
  const isPlaced = isDrawn && (!mayChange || setUp.data !== undefined || setUp.failureCount > 0)
  useLinkedPlace(isPlaced)
  // The gate shows this only to signed-in people; after a logout it closes one render later.
  if (user === null) return null

  return (
    <Page className={styles['dashboard']}>
      <h1>LM Dashboard</h1>
      <DashboardNav mayChange={mayChange} />
      <InSeasonZone>
        {!isPlaced && <Loading height="80vh" />}
        {isDrawn && (
          <div className={styles['groups']} hidden={!isPlaced}>
            {mayChange && <SetUp />}
            {mayChange && tents.data?.length === 0 && (
              <FirstRun mayLoadDemo={setUp.data?.hadTents !== true} onLoaded={rosterChanged} />
            )}
            <Tonight netID={user.netID} mayRead={mayRead} mayChange={mayChange} />
            <People mayRead={mayRead} mayChange={mayChange} />
            <Season mayRead={mayRead} mayChange={mayChange} />
            <Roster mayRead={mayRead} mayChange={mayChange} />
            <Pages mayRead={mayRead} mayChange={mayChange} />
            <System mayChange={mayChange} />
          </div>
        )}
      </InSeasonZone>
    </Page>
  )
}

/** Scrolls to the place that the address names, once it is there to be seen. */
function useLinkedPlace(isPlaced: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    const place = hash.slice(1)
    const [part = ''] = place.split('/')
    const shown = document.getElementById(place) ?? document.getElementById(part)
    if (!isPlaced || shown === null) return
    shown.scrollIntoView()
    focusLinked(shown)
  }, [hash, isPlaced])
}
