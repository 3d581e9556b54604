import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The signed-in person, as the server knows them. */
export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: () => call('me') })
}
