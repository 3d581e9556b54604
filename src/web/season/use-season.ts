import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Season } from '../../shared/season/contract.ts'
import { call } from '../api/call.ts'
import { useReload } from '../api/use-reload.ts'

const seasonKey = ['season']
const versionsKey = ['season-versions']
const gracesKey = ['graces']
const pollMs = 15_000

/** The current rules, and what they say about now; asked for until there is an answer. */
export function useSeason({ polls = false }: { polls?: boolean } = {}) {
  return useQuery({
    queryKey: seasonKey,
    queryFn: () => call('getSeason'),
    refetchInterval: ({ state }) => (polls || state.data === undefined ? pollMs : false),
  })
}

/** How far the server's clock is ahead of this device's, in milliseconds; 0 until it is known. */
export function useServerAheadMs(): number {
  const { data, dataUpdatedAt } = useSeason()
  return data === undefined ? 0 : Date.parse(data.now.at) - dataUpdatedAt
}

/** Who saved the rules and when, newest first; asked for anew when newer ones are known. */
export function useVersions(mayRead: boolean) {
  const { data: season } = useSeason()
  return useQuery({
    queryKey: [...versionsKey, season?.version],
    queryFn: () => call('listSeasonVersions'),
    placeholderData: keepPreviousData,
    enabled: mayRead,
  })
}

/** A version never changes: it is loaded once. */
export function useVersion(version: number) {
  return useQuery({
    queryKey: ['season-version', version],
    queryFn: () => call('getSeasonVersion', undefined, { params: { version } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useGraces() {
  return useQuery({
    queryKey: gracesKey,
    queryFn: () => call('listGraces'),
    refetchInterval: pollMs,
  })
}

/** Shows rules that were just saved everywhere. */
export function useShowSeason(): (season: Season) => Promise<void> {
  const queries = useQueryClient()
  return async (season) => {
    // The answer to an earlier request would contain the old rules.
    await queries.cancelQueries({ queryKey: seasonKey })
    queries.setQueryData(seasonKey, season)
    await queries.invalidateQueries({ queryKey: versionsKey })
  }
}

/** Reloads everything about the season, after a change. */
export function useSeasonChanged(): () => Promise<void> {
  return useReload(seasonKey, versionsKey, gracesKey)
}
