import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { nowKey, useChecksChanged } from './use-checks.ts'

const pollMs = 30_000

/** The present state for this person; reloaded whenever something happens to their tent. */
export function useNow() {
  const now = useQuery({
    queryKey: nowKey,
    queryFn: () => call('now'),
    refetchInterval: pollMs,
  })
  useFollowed(now.data && (now.data.tent?.id ?? null))
  return now
}

/**
 * The socket connects after first render; until then poll every 30 s. It connects without a tent,
 * too: a line monitor has often none, and by it hears of the role.
 */
function useFollowed(tentId: string | null | undefined): void {
  const checksChanged = useChecksChanged()
  const latest = useRef(checksChanged)
  useEffect(() => {
    latest.current = checksChanged
  })
  useEffect(() => {
    if (tentId === undefined) return
    let close = () => {}
    let isLeft = false
    const changed = () => void latest.current()
    const ifOwn = ({ id }: { id: string }) => {
      if (id === tentId) changed()
    }
    const follow = async () => {
      const { openLiveSocket } = await import('../api/live-socket.ts')
      if (isLeft) return
      const live = openLiveSocket()
      close = live.close
      live.socket
        .on('checkPosition', ({ checkId }) => checkId !== null && changed())
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
  }, [tentId])
}
