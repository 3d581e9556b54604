import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { call } from '../api/call.ts'
import { tentsKey } from '../api/query-keys.ts'
import { nowKey, recordKey } from './use-checks-changed.ts'

const pollMs = 30_000

/**
 * The present state for this person; reloaded whenever something happens to their tent. If it has
 * changed, also by a correction or an answered dispute, reloads the tent's record and the tents.
 */
export function useNow() {
  const queries = useQueryClient()
  const now = useQuery({
    queryKey: nowKey,
    queryFn: () => call('now'),
    refetchInterval: pollMs,
  })
  const { tent, check } = now.data ?? {}
  const shown = useRef({ tent, check })
  useEffect(() => {
    const before = shown.current
    shown.current = { tent, check }
    // An answer that says the same leaves both as they were.
    if (before.tent === undefined || (before.tent === tent && before.check === check)) return
    for (const queryKey of [recordKey, tentsKey]) void queries.invalidateQueries({ queryKey })
  }, [tent, check, queries])
  useFollowed(now.data !== undefined)
  return now
}

type Now = ResponseOf<Api['now']>

/**
 * Follows live events, once the first answer is here. The socket connects without a tent, too: line
 * monitors often have none, and learn of a changed role by this socket.
 */
function useFollowed(isKnown: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isKnown) return
    let close = () => {}
    let isLeft = false
    const shown = () => queries.getQueryData<Now>(nowKey)
    const changed = () => void queries.invalidateQueries({ queryKey: nowKey })
    const ifOwn = ({ id }: { id: string }) => {
      if (id === shown()?.tent?.id) changed()
    }
    const follow = async () => {
      const { openLiveSocket } = await import('../api/live-socket.ts')
      if (isLeft) return
      const socket = openLiveSocket()
      close = () => socket.disconnect()
      socket
        .on('checkPosition', ({ checkId }) => {
          // Between two connections any number of marks may have come, or the end.
          if (checkId !== null || shown()?.check !== null) changed()
        })
        .on('checkStarted', changed)
        .on('tentStatusUpdated', ifOwn)
        .on('tentReturned', ifOwn)
        .on('checkEnded', changed)
        .on('checkCanceled', changed)
    }
    follow().catch(() => {})
    return () => {
      isLeft = true
      close()
    }
  }, [isKnown, queries])
}
