import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../api/call.ts'
import { tentsKey } from '../api/query-keys.ts'

/**
 * Starts a pull of the roster before a check starts, without waiting for it. If it fails, the known
 * tents are good enough; the roster's section shows the failure.
 */
export function useRefreshTents(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    call('refreshRoster').then(
      ({ changed }) => {
        if (changed) void queries.invalidateQueries({ queryKey: tentsKey })
      },
      () => {},
    )
  }, [queries])
}
