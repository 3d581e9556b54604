import { useState } from 'react'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { type Entry, entriesOf, seenWith, type View } from './entries.ts'
import type { Standing } from './standings.ts'

const nobodySeen: ReadonlySet<string> = new Set()

/** The entries of a page or a search. What was marked while it was shown stays until that changes. */
export function useEntries(
  tents: readonly ActiveTent[],
  standings: ReadonlyMap<string, Standing>,
  { page, query, openId }: Omit<View, 'seen'>,
): Entry[] {
  return useSeen(`${page} ${query}`, (seen) =>
    entriesOf(tents, standings, { page, query, openId, seen }),
  )
}

/**
 * Calls `entriesSeen` with the ids of all tents that it has returned in this view, so that it can
 * keep them. Another `view` begins with none; null: nothing is remembered.
 */
export function useSeen<E extends Pick<Entry, 'tent'>>(
  view: string | null,
  entriesSeen: (seen: ReadonlySet<string>) => E[],
): E[] {
  const [shown, setShown] = useState({ view, seen: nobodySeen })
  const before = shown.view === view ? shown.seen : nobodySeen
  const entries = entriesSeen(before)
  const seen = view === null ? nobodySeen : seenWith(before, entries)
  if (shown.view !== view || shown.seen !== seen) setShown({ view, seen })
  return entries
}
