import { Type } from 'typebox'
import type { AirtableTable } from '../airtable/client.ts'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import { seal, unseal } from '../seal.ts'
import { setting } from './store.ts'

/** The stored form: the key is encrypted, "" if there is none. */
const stored = setting(
  'airtable',
  Type.Object({
    baseId: Type.String(),
    tableId: Type.String(),
    sealedApiKey: Type.String(),
  }),
  null,
)

/** `apiKey` '': there is none, or (`isKeyUnreadable`) it was encrypted with another SECRET_KEY. */
export type FoundAirtable = AirtableTable & { isKeyUnreadable: boolean }

/** The settings with the decrypted key, for use within the server; null: never saved. */
export async function findAirtable(
  reader: Reader,
  { secretKey }: Pick<Context, 'secretKey'>,
): Promise<FoundAirtable | null> {
  const found = await stored.find(reader)
  if (found === null) return null
  const { baseId, tableId, sealedApiKey } = found
  const apiKey = sealedApiKey === '' ? '' : unseal(sealedApiKey, secretKey)
  return { baseId, tableId, apiKey: apiKey ?? '', isKeyUnreadable: apiKey === null }
}

/**
 * Locks the settings until this transaction ends; returns when they were last saved, even if
 * without a change; null: there are none.
 */
export const lockAirtableSettings = (tx: Tx) => stored.lockSavedAt(tx)

/** Do the tents come from Airtable? Does not need the key. */
export async function isAirtableConfigured(reader: Reader): Promise<boolean> {
  return ((await stored.find(reader))?.sealedApiKey ?? '') !== ''
}

/**
 * Saves the settings. An API key "" leaves the stored one unchanged, even if it cannot be decrypted
 * at the moment.
 */
export async function updateAirtable(
  tx: Tx,
  { secretKey, now }: Pick<Context, 'secretKey' | 'now'>,
  { baseId, tableId, apiKey }: AirtableTable,
): Promise<void> {
  const sealedApiKey =
    apiKey === '' ? ((await stored.find(tx))?.sealedApiKey ?? '') : seal(apiKey, secretKey)
  await stored.update(tx, { baseId, tableId, sealedApiKey }, now())
}

/** Deletes key, base and table; returns whether there were any. */
export async function removeAirtable(tx: Tx): Promise<boolean> {
  const wasThere = (await stored.find(tx)) !== null
  await stored.remove(tx)
  return wasThere
}

/** All but the last four characters hidden; one of four or fewer completely. */
export function masked(apiKey: string): string {
  if (apiKey === '') return ''
  const shown = apiKey.length > 4 ? apiKey.slice(-4) : ''
  return `••••${shown}`
}
