import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const checksKey = ['checks']
const checkKey = ['check']
const recordKey = ['tent-record']
export const nowKey = ['now']
const statisticsKey = ['check-statistics']
const pollMs = 15_000
const dayMs = 86_400_000

/** All checks, newest first, as many as were asked for so far. */
export function useChecks() {
  return useInfiniteQuery({
    queryKey: checksKey,
    queryFn: ({ pageParam: before }) =>
      call('listChecks', undefined, { query: before === null ? {} : { before } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ checks, more }) => (more ? checks.at(-1)?.id : undefined),
  })
}

/** One check, whole; looked at again while it is on. */
export function useCheck(id: string) {
  return useQuery({
    queryKey: [...checkKey, id],
    queryFn: () => call('getCheck', undefined, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.ending === null ? pollMs : false),
  })
}

/** What the checks of so many days have in common; null: all checks. */
export function useStatistics(days: number | null) {
  return useQuery({
    queryKey: [...statisticsKey, days],
    queryFn: () => {
      const from = days === null ? undefined : new Date(Date.now() - days * dayMs).toISOString()
      return call('checkStatistics', undefined, { query: from === undefined ? {} : { from } })
    },
  })
}

/** All checks of one tent, and how it stands; null: of none. */
export function useTentRecord(id: string | null) {
  return useQuery({
    queryKey: [...recordKey, id],
    queryFn: () => call('tentRecord', undefined, { params: { id: id ?? '' } }),
    enabled: id !== null,
  })
}

/** Something in a check is otherwise now: all that is shown of checks is asked for again. */
export function useChecksChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      [checksKey, checkKey, recordKey, nowKey, statisticsKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
}
