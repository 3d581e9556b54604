import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const queryKey = ['sessions']

/** Where one is signed in. */
export function useSessions() {
  return useQuery({ queryKey, queryFn: () => call('listSessions') })
}

/** Some may be over now: the list is asked for again. */
export function useSessionsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey })
}
