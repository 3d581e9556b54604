import { useLocation } from '../routing/location.tsx'

/** The token of a mailed link, after the # so that no server logs it; '': none. */
export function useLinkToken(): string {
  return useLocation().hash.slice(1)
}
