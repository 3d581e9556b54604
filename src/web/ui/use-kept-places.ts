import { useState } from 'react'

/**
 * A list in which somebody works from the top down: rows that were ever open here keep their places
 * at the top, and newly open rows come behind them, so that no row moves under a finger that has
 * just acted on the row before. `done`: how many of the kept rows are no longer open.
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
