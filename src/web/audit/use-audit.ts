import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const pollMs = 15_000

/** What was done lately, looked at again every 15 seconds. */
export function useAudit() {
  return useQuery({
    queryKey: ['audit'],
    queryFn: () => call('audit'),
    refetchInterval: pollMs,
  })
}
