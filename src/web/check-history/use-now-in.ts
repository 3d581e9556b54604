import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { nowKey } from './use-checks-changed.ts'

/**
 * The present state for this person in a check that is on; asked for once, for what does not change
 * while it is.
 */
export function useNowIn(checkId: string, enabled: boolean) {
  return useQuery({
    queryKey: [...nowKey, checkId],
    queryFn: () => call('now'),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
