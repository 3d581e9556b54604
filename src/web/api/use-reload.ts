import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Loads again what was loaded under these keys; for after a change. */
export function useReload(...queryKeys: readonly QueryKey[]): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(queryKeys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
