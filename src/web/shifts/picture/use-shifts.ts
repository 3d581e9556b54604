import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { toldApart } from '../../../shared/tents/members.ts'
import { call } from '../../api/call.ts'

const pollMs = 30_000
const tickMs = 15_000

const keyOf = (tentId: string) => ['shifts', tentId]

/** The days shown; `from` null: from today. */
export type Shown = { from: string | null; days: number }

const thisWeek: Shown = { from: null, days: 7 }

/** `aheadMs`: how far the server's clock was ahead of this phone's when the picture arrived. */
export type HeardShifts = TentShifts & { aheadMs: number }

/** What every part of the screen is given. */
export type PartProps = {
  /** Until the days of `shown` are loaded, it is of those before. */
  picture: TentShifts
  shown: Shown
  onShow: (shown: Shown) => void
}

/** The address of one's calendar, which is told only once; null: none was made here. */
export type FeedProps = {
  feed: string | null
  onFeed: (address: string | null) => void
}

const withNames = (picture: HeardShifts) => ({ ...picture, people: toldApart(picture.people) })

/** A tent's whole planning, as far as this person may see it. */
export function useShifts(tentId: string, { from, days }: Shown = thisWeek) {
  return useQuery({
    queryKey: [...keyOf(tentId), from, days],
    queryFn: async () => {
      const picture = await call('getShifts', undefined, {
        params: { tentId },
        query: { ...(from !== null && { from }), days },
      })
      return { ...picture, aheadMs: Date.parse(picture.now) - Date.now() }
    },
    select: withNames,
    refetchInterval: pollMs,
    // Keeps the old week until the new one is loaded, so that the page does not jump.
    placeholderData: keepPreviousData,
  })
}

/**
 * A tent's planning in the days chosen last. Where they fail to load, the days before are shown
 * again, as they are now; `missing`: those that failed.
 */
export function useChosenDays(tentId: string) {
  const [{ shown, loaded, missing }, setDays] = useState<Days>({
    shown: thisWeek,
    loaded: null,
    missing: null,
  })
  const query = useShifts(tentId, shown)
  const isLoaded = query.isSuccess && !query.isPlaceholderData
  if (isLoaded && loaded !== shown) setDays({ shown, loaded: shown, missing: null })
  if (query.isLoadingError && loaded !== null && loaded !== shown) {
    setDays({ shown: loaded, loaded, missing: shown })
  }
  const show = (next: Shown) => setDays({ shown: next, loaded, missing: null })
  return { query, shown, missing, show }
}

type Days = { shown: Shown; loaded: Shown | null; missing: Shown | null }

/** Reloads everything about a tent's shifts, after a change. */
export function useShiftsChanged(tentId: string): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    () => queries.invalidateQueries({ queryKey: keyOf(tentId) }),
    [queries, tentId],
  )
}

/** The server's current time, in milliseconds since 1970, because phones' clocks may be wrong. */
export function useServerNow({ aheadMs }: Pick<HeardShifts, 'aheadMs'>): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return Date.now() + aheadMs
}
