import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Who the server says one is. */
export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: () => call('me') })
}
