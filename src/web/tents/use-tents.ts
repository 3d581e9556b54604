import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** All tents, as far as the signed-in person may see them. */
export function useTents() {
  return useQuery({ queryKey: ['tents'], queryFn: () => call('listTents') })
}
