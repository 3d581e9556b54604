import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const healthKey = ['health']
const pollMs = 60_000

/** The server's state, reloaded every minute. */
export function useHealth() {
  return useQuery({ queryKey: healthKey, queryFn: () => call('health'), refetchInterval: pollMs })
}
