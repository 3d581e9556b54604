import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { tentsKey } from '../api/query-keys.ts'

/** All tents, as far as the signed-in person may see them. */
export function useTents() {
  return useQuery({ queryKey: tentsKey, queryFn: () => call('listTents') })
}
