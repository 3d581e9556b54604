import { useQueryClient } from '@tanstack/react-query'
import { tentsKey } from '../api/query-keys.ts'

export const checksKey = ['checks']
export const checkKey = ['check']
export const recordKey = ['tent-record']
export const nowKey = ['now']
export const statisticsKey = ['check-statistics']
export const closedSeasonsKey = ['closed-seasons']

const changedKeys = [
  ...[checksKey, checkKey, recordKey, nowKey, statisticsKey, closedSeasonsKey],
  // Their Misses.
  tentsKey,
]

/** Reloads everything that checks are part of, after a change. */
export function useChecksChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(changedKeys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
