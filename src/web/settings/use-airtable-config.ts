import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const airtableConfigKey = ['airtable-config']

/** The Airtable settings, for super users. */
export function useAirtableConfig() {
  return useQuery({ queryKey: airtableConfigKey, queryFn: () => call('airtableConfig') })
}
