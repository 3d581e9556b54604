import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const pollMs = 10_000

/**
 * The set-up steps that are done; reloaded while somebody works on them, in this tab or elsewhere.
 * Super users alone may ask.
 */
export function useSetUp({ mayAsk = true } = {}) {
  return useQuery({
    queryKey: ['set-up'],
    queryFn: () => call('setUp'),
    enabled: mayAsk,
    refetchInterval: ({ state }) => (isWhole(state.data) ? false : pollMs),
    // After returning from a step, people expect to see it ticked.
    staleTime: 0,
  })
}

/** Are all steps done? */
export function isWhole(setUp: Record<string, boolean> | undefined): boolean {
  return setUp !== undefined && Object.values(setUp).every((isThere) => isThere)
}
