import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { auditEventsAtMost } from '../../shared/audit/limits.ts'
import { call } from '../api/call.ts'

const pollMs = 15_000

/** The latest actions, as many pages as were requested, reloaded every 15 seconds. */
export function useAudit() {
  return useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam: before }) =>
      call('audit', undefined, { query: before === null ? {} : { before } }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < auditEventsAtMost ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
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
