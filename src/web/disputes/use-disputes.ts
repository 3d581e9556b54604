import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useReload } from '../api/use-reload.ts'

const queryKey = ['disputes']
const pollMs = 15_000

/** The disputes of one's tents; a super user's: all, open ones first. */
export function useDisputes() {
  return useQuery({
    queryKey,
    queryFn: () => call('listDisputes'),
    refetchInterval: pollMs,
  })
}

export function useDisputesChanged(): () => Promise<void> {
  return useReload(queryKey)
}
