import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { tentsKey } from '../api/query-keys.ts'

/** All tents, as far as the signed-in person may see them. */
export function useTents() {
  return useQuery({ queryKey: tentsKey, queryFn: () => call('listTents') })
}

/** How long who acts on the tents waits to see whether they have changed. */
const reloadWithinMs = 3000

/** Loads all tents anew, in a moment or not at all. Rejects as a call does. */
export function useReloadTents() {
  const queries = useQueryClient()
  return async () => {
    const tents = await call('listTents', undefined, { timeoutMs: reloadWithinMs })
    queries.setQueryData(tentsKey, tents)
    return tents
  }
}
