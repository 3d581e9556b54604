import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** All tents, as far as the person who is signed in may see them. */
export function useTents() {
  return useQuery({ queryKey: ['tents'], queryFn: () => call('listTents') })
}
