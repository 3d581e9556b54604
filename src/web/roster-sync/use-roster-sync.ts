import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { tentsKey } from '../api/query-keys.ts'
import { useReload } from '../api/use-reload.ts'

const pollMs = 5000

/**
 * The state of the connection to Airtable, reloaded every 5 seconds. After a pull, the tents are
 * reloaded, too.
 */
export function useRosterSync() {
  const queries = useQueryClient()
  const sync = useQuery({
    queryKey: ['roster-sync'],
    queryFn: () => call('rosterSync'),
    refetchInterval: pollMs,
  })
  const pulledAt = sync.data?.pulledAt
  useEffect(() => {
    if (pulledAt) void queries.invalidateQueries({ queryKey: tentsKey })
  }, [queries, pulledAt])
  return sync
}

/** Reloads everything that shows the tents. */
export function useRosterChanged(): () => Promise<void> {
  return useReload(['roster-sync'], tentsKey)
}
