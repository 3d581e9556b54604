import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useReload } from '../api/use-reload.ts'

const queryKey = ['sessions']

/** One's own sessions. */
export function useSessions() {
  return useQuery({ queryKey, queryFn: () => call('listSessions') })
}

/** Reloads the sessions, because some may have ended. */
export function useSessionsChanged(): () => Promise<void> {
  return useReload(queryKey)
}
