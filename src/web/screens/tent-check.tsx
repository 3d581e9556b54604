import { useQueryClient } from '@tanstack/react-query'
import { can } from '../../shared/access.ts'
import { useSession } from '../accounts/session.tsx'
import type { Roster } from '../tent-check/pages/start-check.tsx'
import { TentCheck } from '../tent-check/tent-check.tsx'
import { useRefreshTents } from '../tents/use-refresh-tents.ts'
import { useTents } from '../tents/use-tents.ts'
import { Page } from '../ui/page.tsx'

export function TentCheckScreen() {
  const { user, verify } = useSession()
  const queries = useQueryClient()
  // The gate lets nobody in without a person; on logout it closes a moment later.
  if (user === null) return null
  return (
    <Page>
      <title>Tent Check · Tent City</title>
      <TentCheck
        // Another person, or the same one with another role: another socket, other marks.
        key={`${user.netID} ${can(user, 'lineMonitor')}`}
        user={user}
        useRoster={useRoster}
        onSessionMismatch={() => void verify()}
        onCheckClosed={() => void queries.invalidateQueries({ queryKey: ['tents'] })}
      />
    </Page>
  )
}

function useRoster(): Roster {
  const { data, isPending, refetch } = useTents()
  return { tents: data, isPending, retry: () => void refetch(), refresh: useRefreshTents() }
}
