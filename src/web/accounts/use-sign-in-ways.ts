import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The ways to sign in here, and how a netID is proven. */
export function useSignInWays() {
  return useQuery({ queryKey: ['signInWays'], queryFn: () => call('signInWays') })
}
