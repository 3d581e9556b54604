import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'

const pollMs = 5000

/**
 * How the tents and Airtable stand to each other, looked at again every 5 seconds. After a pull,
 * whatever shows the tents asks again.
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
    if (pulledAt) void queries.invalidateQueries({ queryKey: ['tents'] })
  }, [queries, pulledAt])
  return sync
}

/** The tents may be others now: whatever shows them asks again. */
export function useRosterChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['roster-sync'] }),
      queries.invalidateQueries({ queryKey: ['tents'] }),
    ])
  }
}
