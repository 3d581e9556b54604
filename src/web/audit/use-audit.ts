import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const pollMs = 15_000

/** The latest actions, reloaded every 15 seconds. */
export function useAudit() {
  return useQuery({
    queryKey: ['audit'],
    queryFn: () => call('audit'),
    refetchInterval: pollMs,
  })
}

/** What an import changed, tent by tent, which stays as it is. */
export function useAuditedTents(id: number) {
  return useQuery({
    queryKey: ['audited-tents', id],
    queryFn: () => call('auditedTents', undefined, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
