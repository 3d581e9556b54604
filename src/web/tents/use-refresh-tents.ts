import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../api/call.ts'

/**
 * Has the tents brought up to date before a check starts. Nobody waits for it, and where it can't
 * be done the tents that are known are good enough: the roster's section says what is wrong.
 */
export function useRefreshTents(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    call('refreshRoster').then(
      ({ changed }) => {
        if (changed) void queries.invalidateQueries({ queryKey: ['tents'] })
      },
      () => {},
    )
  }, [queries])
}
