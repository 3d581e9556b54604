import { useRef } from 'react'
import { CallError, hasCode, isPassing } from '../api/call.ts'
import { useLocation } from '../routing/location.tsx'

/** The token of a mailed link, after the # so that no server logs it; '': none. */
export function useLinkToken(): string {
  return useLocation().hash.slice(1)
}

export function isLinkOver(error: unknown): boolean {
  return hasCode(error, 'linkOver')
}

/**
 * Asked about each failure of a link in turn: is it over, perhaps by an earlier attempt whose answer
 * was lost?
 */
export function useMayBeUsed(): (error: Error) => boolean {
  const isUnanswered = useRef(false)
  return (error) => {
    if (isLinkOver(error)) return isUnanswered.current
    isUnanswered.current ||= !(error instanceof CallError) || isPassing(error)
    return false
  }
}
