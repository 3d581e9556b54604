import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Context } from '../context.ts'
import type { Reader } from '../db/database.ts'
import { seal, unseal } from './seal.ts'
import { findSetting } from './store.ts'

export const airtableKey = 'airtable'

/** As it is stored: the key sealed, "" where there is none. */
const storedAirtable = Type.Object({
  baseId: Type.String(),
  tableId: Type.String(),
  sealedApiKey: Type.String(),
})

type AirtableConfig = { baseId: string; tableId: string; apiKey: string }

/** The settings in the clear, for use within the server; null before they were saved. */
export async function findAirtable(
  reader: Reader,
  { secretKey }: Pick<Context, 'secretKey'>,
): Promise<AirtableConfig | null> {
  const stored = await findSetting(reader, airtableKey)
  if (!Value.Check(storedAirtable, stored)) return null
  const { baseId, tableId, sealedApiKey } = stored
  const apiKey = sealedApiKey === '' ? '' : (unseal(sealedApiKey, secretKey) ?? '')
  return { baseId, tableId, apiKey }
}

/** Do the tents come from Airtable? Asked without the key that seals, which not everyone has. */
export async function isAirtableConfigured(reader: Reader): Promise<boolean> {
  const stored = await findSetting(reader, airtableKey)
  return Value.Check(storedAirtable, stored) && stored.sealedApiKey !== ''
}

export function sealedAirtable(
  { baseId, tableId, apiKey }: AirtableConfig,
  { secretKey, newNonce }: Pick<Context, 'secretKey' | 'newNonce'>,
): Static<typeof storedAirtable> {
  const sealedApiKey = apiKey === '' ? '' : seal(apiKey, secretKey, newNonce())
  return { baseId, tableId, sealedApiKey }
}

/** All but the last four characters hidden; of a short key, everything. */
export function masked(apiKey: string): string {
  if (apiKey === '') return ''
  const shown = apiKey.length > 8 ? apiKey.slice(-4) : ''
  return `••••${shown}`
}
