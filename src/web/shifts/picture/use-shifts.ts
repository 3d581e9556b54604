import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { TentShifts } from '../../../shared/shifts/picture.ts'
import { call } from '../../api/call.ts'

const pollMs = 30_000
const tickMs = 15_000

const keyOf = (tentId: string) => ['shifts', tentId]

/** The days that are looked at; without a first one today and those after it. */
export type Shown = { from: string | null; days: number }

export const thisWeek: Shown = { from: null, days: 7 }

/** All of a tent's planning, as I may see it. */
export function useShifts(tentId: string, { from, days }: Shown = thisWeek) {
  return useQuery({
    queryKey: [...keyOf(tentId), from, days],
    queryFn: () =>
      call('getShifts', undefined, {
        params: { tentId },
        query: { ...(from !== null && { from }), days },
      }),
    refetchInterval: pollMs,
    // Another week comes into the place of the one before, without a jump.
    placeholderData: keepPreviousData,
  })
}

/** Something was done: whatever is shown of this tent is asked for again. */
export function useShiftsChanged(tentId: string): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    () => queries.invalidateQueries({ queryKey: keyOf(tentId) }),
    [queries, tentId],
  )
}

/** The server's own time as it goes on, in milliseconds since 1970: clocks of phones are off. */
export function useServerNow({ now }: Pick<TentShifts, 'now'>): number {
  const [clock, setClock] = useState({ now, heardAt: Date.now(), at: Date.now() })
  if (clock.now !== now) setClock({ now, heardAt: Date.now(), at: Date.now() })
  useEffect(() => {
    const timer = setInterval(() => setClock((last) => ({ ...last, at: Date.now() })), tickMs)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(clock.now) + (clock.at - clock.heardAt)
}
