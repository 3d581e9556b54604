import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const tentLinkKey = ['tent-link']

/** The address of the sign-up, and whether it is open. */
export function useTentLink() {
  return useQuery({ queryKey: tentLinkKey, queryFn: () => call('getTentLink') })
}
