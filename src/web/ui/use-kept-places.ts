import { useState } from 'react'

/**
 * A list in which somebody works from the top down: what was ever `open` here stays where it stood,
 * and what comes to be goes behind it, so that no row slides under a finger that has just acted on
 * the one before. `done`: how many of those are open no more.
 */
export function useKeptPlaces<Row extends { id: string }>(
  listed: readonly Row[],
  isOpen: (row: Row) => boolean,
): { rows: readonly Row[]; done: number } {
  const [keptIds, setKeptIds] = useState<ReadonlySet<string>>(new Set())
  const fresh = listed.filter((row) => isOpen(row) && !keptIds.has(row.id))
  if (fresh.length > 0) setKeptIds(new Set([...keptIds, ...fresh.map(({ id }) => id)]))
  const byId = new Map(listed.map((row) => [row.id, row]))
  const kept = [...keptIds].flatMap((id) => byId.get(id) ?? [])
  const others = listed.filter(({ id }) => !keptIds.has(id))
  return { rows: [...kept, ...others], done: kept.filter((row) => !isOpen(row)).length }
}
