import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const pollMs = 10_000

/** What a season needs and has; asked again while somebody sets it up, in this tab or elsewhere. */
export function useSetUp() {
  return useQuery({
    queryKey: ['set-up'],
    queryFn: () => call('setUp'),
    refetchInterval: ({ state }) => (isWhole(state.data) ? false : pollMs),
    // Whoever comes back from a step wants to see it ticked.
    staleTime: 0,
  })
}

/** Is everything there? */
export function isWhole(setUp: Record<string, boolean> | undefined): boolean {
  return setUp !== undefined && Object.values(setUp).every((isThere) => isThere)
}
