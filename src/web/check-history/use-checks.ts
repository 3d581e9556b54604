import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { checkKey, checksKey, closedSeasonsKey, recordKey } from './use-checks-changed.ts'

const pollMs = 15_000
/** What is over changes seldom: by a correction, or because it goes on. */
const pollOverMs = 60_000

/**
 * Checks, newest first, as many pages as were requested; reloaded, more often while the newest is on,
 * but not once there are several pages, as each of them would be asked for.
 */
export function useChecks() {
  return useInfiniteQuery({
    queryKey: checksKey,
    queryFn: ({ pageParam: before }) =>
      call('listChecks', undefined, { query: before === null ? {} : { before } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ checks, more }) => (more ? checks.at(-1)?.id : undefined),
    refetchInterval: ({ state: { data } }) => {
      if (data !== undefined && data.pages.length > 1) return false
      return data?.pages[0]?.checks[0]?.ending === null ? pollMs : pollOverMs
    },
  })
}

/** The check that began last; undefined until it is known, or where there was none. */
export function useNewestCheckId(): string | undefined {
  const { data } = useQuery({
    queryKey: [...checksKey, 'newest'],
    queryFn: () => call('listChecks', undefined, { query: { limit: 1 } }),
  })
  return data?.checks[0]?.id
}

/** A complete check; reloaded, more often while it is on. */
export function useCheck(id: string) {
  return useQuery({
    queryKey: [...checkKey, id],
    queryFn: () => call('getCheck', undefined, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.ending === null ? pollMs : pollOverMs),
  })
}

/** What seasons that are closed came to, newest first. */
export function useClosedSeasons() {
  return useQuery({ queryKey: closedSeasonsKey, queryFn: () => call('closedSeasons') })
}

/** A tent's record; null: no tent. `polls`: where nothing else says that it has changed. */
export function useTentRecord(id: string | null, { polls = false } = {}) {
  return useQuery({
    queryKey: [...recordKey, id],
    queryFn: () => call('tentRecord', undefined, { params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: polls && pollMs,
  })
}
