import { tentsKey } from '../api/query-keys.ts'
import { useReload } from '../api/use-reload.ts'

export const checksKey = ['checks']
export const checkKey = ['check']
export const recordKey = ['tent-record']
export const nowKey = ['now']
export const statisticsKey = ['check-statistics']
export const closedSeasonsKey = ['closed-seasons']

const changedKeys = [
  ...[checksKey, checkKey, recordKey, nowKey, statisticsKey, closedSeasonsKey],
  // The tents show how many Misses they have.
  tentsKey,
]

/** Reloads everything that checks are part of, after a change. */
export function useChecksChanged(): () => Promise<void> {
  return useReload(...changedKeys)
}
