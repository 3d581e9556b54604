import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import { seal, unseal } from '../seal.ts'
import { findSetting, lockSavedAt, removeSetting, updateSetting } from './store.ts'

const airtableKey = 'airtable'

/** As it is stored: the key sealed, "" where there is none. */
const storedAirtable = Type.Object({
  baseId: Type.String(),
  tableId: Type.String(),
  sealedApiKey: Type.String(),
})

type StoredAirtable = Static<typeof storedAirtable>

type AirtableConfig = { baseId: string; tableId: string; apiKey: string }

/** `apiKey` '': there is none, or `isKeyUnreadable`: it was sealed with another SECRET_KEY. */
type FoundAirtable = AirtableConfig & { isKeyUnreadable: boolean }

async function findStored(reader: Reader): Promise<StoredAirtable | null> {
  const stored = await findSetting(reader, airtableKey)
  return Value.Check(storedAirtable, stored) ? stored : null
}

/** The settings in the clear, for use within the server; null before they were saved. */
export async function findAirtable(
  reader: Reader,
  { secretKey }: Pick<Context, 'secretKey'>,
): Promise<FoundAirtable | null> {
  const stored = await findStored(reader)
  if (stored === null) return null
  const { baseId, tableId, sealedApiKey } = stored
  const apiKey = sealedApiKey === '' ? '' : unseal(sealedApiKey, secretKey)
  return { baseId, tableId, apiKey: apiKey ?? '', isKeyUnreadable: apiKey === null }
}

/**
 * When the settings were last saved, be it as they were; null: there are none. They stay as they
 * are until this transaction ends.
 */
export const holdAirtable = (tx: Tx) => lockSavedAt(tx, airtableKey)

/** Do the tents come from Airtable? Asked without the key that seals, which not everyone has. */
export async function isAirtableConfigured(reader: Reader): Promise<boolean> {
  return ((await findStored(reader))?.sealedApiKey ?? '') !== ''
}

/**
 * Keeps the settings. An API key "" leaves the one there is as it is sealed, even where it can't
 * be read at the moment because the server was started with another SECRET_KEY.
 */
export async function updateAirtable(
  tx: Tx,
  { secretKey, newNonce, now }: Pick<Context, 'secretKey' | 'newNonce' | 'now'>,
  { baseId, tableId, apiKey }: AirtableConfig,
): Promise<void> {
  const sealedApiKey =
    apiKey === ''
      ? ((await findStored(tx))?.sealedApiKey ?? '')
      : seal(apiKey, secretKey, newNonce())
  const stored: StoredAirtable = { baseId, tableId, sealedApiKey }
  await updateSetting(tx, airtableKey, stored, now())
}

/** Forgets the key, the base and the table; gives whether there was anything to forget. */
export async function removeAirtable(tx: Tx): Promise<boolean> {
  const wasThere = (await findStored(tx)) !== null
  await removeSetting(tx, airtableKey)
  return wasThere
}

/** All but the last four characters hidden; of a short key, everything. */
export function masked(apiKey: string): string {
  if (apiKey === '') return ''
  const shown = apiKey.length > 8 ? apiKey.slice(-4) : ''
  return `••••${shown}`
}
