import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const queryKey = ['sessions']

/** One's own sessions. */
export function useSessions() {
  return useQuery({ queryKey, queryFn: () => call('listSessions') })
}

/** Reloads the sessions, because some may have ended. */
export function useSessionsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey })
}
