import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './api/call.ts'

const staleAfterMs = 30_000
const retries = 2

/** A refusal stays one however often it is asked; anything else may pass. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof CallError && error.status < 500
  return !isRefusal && failures < retries
}

/** Holds what the server said, for all screens. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    // Specification 8: what a page could not fetch is logged to the console.
    queryCache: new QueryCache({ onError: (error) => console.error(error) }),
    defaultOptions: {
      queries: {
        staleTime: staleAfterMs,
        retry: isWorthRetrying,
        // Offline, a query fails and the screen says so, instead of waiting in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
