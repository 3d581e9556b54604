import { useCallback, useState } from 'react'
import { can } from '../../shared/access.ts'
import { screens } from '../../shared/screens.ts'
import { useSession } from '../accounts/session.tsx'
import { lazyPart } from '../api/lazy-part.tsx'
import { useChecksChanged } from '../check-history/use-checks-changed.ts'
import { useNowIn } from '../check-history/use-now-in.ts'
import { Link } from '../routing/link.tsx'
import { useSeasonChanged } from '../season/use-season.ts'
import type { OwnTent, WatchedCheck } from '../tent-check/pages/onlooker.tsx'
import type { Roster } from '../tent-check/starting/start-check.tsx'
import { TentCheck } from '../tent-check/tent-check.tsx'
import { ownTentIn } from '../tents/own-tent-in.ts'
import { useRefreshTents } from '../tents/use-refresh-tents.ts'
import { useReloadTents, useTents } from '../tents/use-tents.ts'
import links from '../ui/links.module.css'
import { Page } from '../ui/page.tsx'
import { InSeasonZone } from './parts/in-season-zone.tsx'
import { WithSeasonSays } from './parts/with-season-says.tsx'

export function Screen() {
  const { user, verify } = useSession()
  const checksChanged = useChecksChanged()
  const seasonChanged = useSeasonChanged()
  const verifySoon = useCallback(() => void verify(), [verify])
  // The gate shows this only to signed-in people; after a logout it changes a moment later.
  if (user === null) return null
  return (
    <Page>
      <InSeasonZone>
        <WithSeasonSays>
          <TentCheck
            // Another role needs another socket and other marks.
            key={String(can(user, 'lineMonitor'))}
            user={user}
            useRoster={useRoster}
            useOwnTent={useOwnTent}
            onSessionMismatch={verifySoon}
            onCheckClosed={() => {
              void checksChanged()
              // After a check that ended there is grace.
              void seasonChanged()
            }}
            below={<LastCheckOver />}
          >
            <p className={links['links']}>
              <Link to={screens.checks.path}>Checks</Link>
              {can(user, 'lineMonitor') && (
                <Link to={screens.dashboard.path}>{screens.dashboard.title}</Link>
              )}
            </p>
          </TentCheck>
        </WithSeasonSays>
      </InSeasonZone>
    </Page>
  )
}

const LastCheck = lazyPart(async () => (await import('../check-history/last-check.tsx')).LastCheck)

/** Asked for once a check can be started: nobody waits for it. */
function LastCheckOver() {
  const { data: tents } = useTents()
  if (tents === undefined) return null
  return (
    <div>
      Last check: <LastCheck />
    </div>
  )
}

function useRoster(): Roster {
  const { data, isPending, refetch } = useTents()
  const [reload, refresh] = [useReloadTents(), useRefreshTents()]
  return { tents: data, isPending, retry: () => void refetch(), reload, refresh }
}

function useOwnTent({ checkId, tents }: WatchedCheck): OwnTent {
  const { data, isPending, refetch } = useTents()
  const tent = data && (ownTentIn(data) ?? null)
  const isLeft = tents.some(({ id }) => id === tent?.id)
  const [seenIn, setSeenIn] = useState('')
  if (isLeft && seenIn !== checkId) setSeenIn(checkId)
  // A tent that was left here is in the check; of another one only the server knows.
  const isIn = isLeft || seenIn === checkId
  const now = useNowIn(checkId, !!tent && !isIn)
  const isWithout = now.data?.tent?.status === 'notInCheck'
  const marked = isIn || now.data ? (isWithout ? 'without' : 'checked') : undefined
  return {
    tent,
    state: isLeft ? 'left' : marked,
    isPending: isPending || now.isLoading,
    retry: () => {
      void refetch()
      if (now.isError) void now.refetch()
    },
  }
}
