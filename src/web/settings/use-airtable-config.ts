import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const airtableConfigKey = ['airtable-config']

/** Where the roster is at Airtable, for super users. */
export function useAirtableConfig() {
  return useQuery({ queryKey: airtableConfigKey, queryFn: () => call('airtableConfig') })
}
