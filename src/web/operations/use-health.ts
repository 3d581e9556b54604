import { useQuery } from '@tanstack/react-query'
import { minuteMs } from '../../shared/durations.ts'
import { call } from '../api/call.ts'

export const healthKey = ['health']
const pollMs = minuteMs

/** The server's state, reloaded every minute. */
export function useHealth() {
  return useQuery({ queryKey: healthKey, queryFn: () => call('health'), refetchInterval: pollMs })
}
