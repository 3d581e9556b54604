import { useEffect, useReducer } from 'react'
import { useTimes } from '../../ui/times.ts'
import { useZoneAfter } from '../../ui/times-zone.ts'
import type { Check } from '../live/picture.ts'
import { useSeasonSays } from '../live/season-says.ts'
import { callClockText } from './status-words.ts'

const tickMs = 250

type CallClockProps = {
  check: Pick<Check, 'calls' | 'callsAtMost' | 'closesAt'>
}

/** By the server's time, because phones' clocks differ. */
export function CallClock({ check }: CallClockProps) {
  const { serverAheadMs } = useSeasonSays()
  const times = useTimes()
  const zoneAfter = useZoneAfter()
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const isClosing = check.closesAt !== null
  useEffect(() => {
    if (!isClosing) return
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [isClosing])
  const now = Date.now() + serverAheadMs
  const text = callClockText(check, now, times)
  return (
    <span role="timer">
      <span data-words>{text?.before}</span>
      {text?.short}
      <span data-words>{text?.after}</span>
      {text && !isClosing && <span data-zone>{zoneAfter(now)}</span>}
    </span>
  )
}
