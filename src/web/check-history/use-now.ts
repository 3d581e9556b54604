import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { tentsKey } from '../api/query-keys.ts'
import { nowKey, recordKey } from './use-checks-changed.ts'

const pollMs = 30_000

/**
 * The present state for this person; reloaded whenever something happens to their tent. Where it
 * changed, by a correction or an answered dispute, too, so did what else is shown of the tent.
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
  useFollowed(now.data && { tentId: tent?.id ?? null, checkId: check?.checkId ?? null })
  return now
}

/** `checkId`: of the check that is on, as far as the page knows. */
type Followed = { tentId: string | null; checkId: string | null }

/**
 * The socket connects after first render; until then poll every 30 s. It connects without a tent,
 * too: a line monitor has often none, and by it hears of the role.
 */
function useFollowed(followed: Followed | undefined): void {
  const queries = useQueryClient()
  const latest = useRef(followed)
  useEffect(() => {
    latest.current = followed
  })
  const isKnown = followed !== undefined
  useEffect(() => {
    if (!isKnown) return
    let close = () => {}
    let isLeft = false
    const changed = () => void queries.invalidateQueries({ queryKey: nowKey })
    const ifOwn = ({ id }: { id: string }) => {
      if (id === latest.current?.tentId) changed()
    }
    const follow = async () => {
      const { openLiveSocket } = await import('../api/live-socket.ts')
      if (isLeft) return
      const live = openLiveSocket()
      close = live.close
      live.socket
        .on('checkPosition', ({ checkId }) => {
          // Between two connections any number of marks may have come, or the end.
          if (checkId !== null || latest.current?.checkId !== null) changed()
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
