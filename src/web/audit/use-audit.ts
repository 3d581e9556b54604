import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEvent } from '../../shared/audit/contract.ts'
import { auditEventsAtMost } from '../../shared/audit/limits.ts'
import { call } from '../api/call.ts'

type Events = readonly AuditEvent[]

const pollMs = 15_000
const noEvents: Events = []

/** The newest actions, asked for every 15 seconds. */
export function useNewestAudit() {
  return useQuery({
    queryKey: ['audit'],
    queryFn: () => call('audit', undefined, { query: {} }),
    refetchInterval: pollMs,
  })
}

/** The newest actions, and as many before them as were asked for, which are loaded once. */
export function useAudit() {
  const query = useNewestAudit()
  const newest = query.data ?? noEvents
  /** All that was shown as the last earlier ones came. */
  const [known, setKnown] = useState({ events: noEvents, hasEarlier: false })
  const earlier = useMutation({
    mutationFn: (shown: Events) => {
      const before = shown.at(-1)?.id
      return call('audit', undefined, { query: before === undefined ? {} : { before } })
    },
    onSuccess: (page, shown) =>
      setKnown({ events: [...shown, ...page], hasEarlier: page.length === auditEventsAtMost }),
  })
  const oldest = newest.at(-1)?.id ?? 0
  // If more was done since than one answer holds, there is a gap before the known ones: they are
  // left out.
  const goesOn = known.events.some(({ id }) => id >= oldest)
  const events = goesOn ? [...newest, ...known.events.filter(({ id }) => id < oldest)] : newest
  return {
    query,
    events,
    hasEarlier: goesOn ? known.hasEarlier : newest.length === auditEventsAtMost,
    showEarlier: () => earlier.mutateAsync(events),
    isLoadingEarlier: earlier.isPending,
    isEarlierFailed: earlier.isError,
  }
}

/** What an import changed, tent by tent, which stays as it is. */
export function useAuditedTents(id: number) {
  return useQuery({
    queryKey: ['audited-tents', id],
    queryFn: () => call('auditedTents', undefined, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
