import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const tentLinkKey = ['tent-link']

/** Where tents sign up, and whether they may now. */
export function useTentLink() {
  return useQuery({ queryKey: tentLinkKey, queryFn: () => call('getTentLink') })
}
