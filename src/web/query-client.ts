import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './api/call.ts'

const staleAfterMs = 30_000
const retries = 2

/** A refusal would be repeated; other failures may pass. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof CallError && error.status < 500
  return !isRefusal && failures < retries
}

/** The cache of the server's answers, shared by all screens. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    // Specification 8: failed loads are logged to the console.
    queryCache: new QueryCache({ onError: (error) => console.error(error) }),
    defaultOptions: {
      queries: {
        staleTime: staleAfterMs,
        retry: isWorthRetrying,
        // Offline, a query fails and the screen says so, instead of waiting silently.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
