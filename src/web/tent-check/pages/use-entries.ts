import { useState } from 'react'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { type Entry, entriesOf, seenWith, type View } from './entries.ts'
import type { Standing } from './standings.ts'

const nobodySeen: ReadonlySet<string> = new Set()

/** The entries of a page or a search. What was marked while it was shown stays until that changes. */
export function useEntries(
  tents: readonly ActiveTent[],
  standings: ReadonlyMap<string, Standing>,
  { page, query }: Omit<View, 'seen'>,
): Entry[] {
  const view = `${page} ${query}`
  const [shown, setShown] = useState({ view, seen: nobodySeen })
  const before = shown.view === view ? shown.seen : nobodySeen
  const entries = entriesOf(tents, standings, { page, query, seen: before })
  const seen = seenWith(before, entries)
  if (shown.view !== view || shown.seen !== seen) setShown({ view, seen })
  return entries
}
