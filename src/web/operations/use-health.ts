import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const healthKey = ['health']
const pollMs = 60_000

/** How well the server is, looked at again every minute. */
export function useHealth() {
  return useQuery({ queryKey: healthKey, queryFn: () => call('health'), refetchInterval: pollMs })
}
