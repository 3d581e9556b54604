import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { nowKey, useChecksChanged } from './use-checks.ts'

const pollMs = 30_000

/** How things stand for whoever asks; asked again as soon as something happens to their tent. */
export function useNow() {
  const now = useQuery({
    queryKey: nowKey,
    queryFn: () => call('now'),
    refetchInterval: pollMs,
  })
  useFollowed(now.data?.tent?.id)
  return now
}

/** The socket comes after the first picture; without it things are asked for twice a minute. */
function useFollowed(tentId: string | undefined): void {
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
