import { useLocation } from 'react-router'

/** The token of a mailed link stands behind the #, where no server's log sees it; '': there is none. */
export function useLinkToken(): string {
  return useLocation().hash.slice(1)
}
