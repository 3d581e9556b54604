import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useReload } from '../api/use-reload.ts'

const queryKey = ['script-tokens']

/** The valid tokens. */
export function useScriptTokens() {
  return useQuery({ queryKey, queryFn: () => call('listScriptTokens') })
}

export function useScriptTokensChanged(): () => Promise<void> {
  return useReload(queryKey)
}
