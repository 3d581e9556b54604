import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const queryKey = ['script-tokens']

/** The valid tokens. */
export function useScriptTokens() {
  return useQuery({ queryKey, queryFn: () => call('listScriptTokens') })
}

export function useScriptTokensChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey })
}
