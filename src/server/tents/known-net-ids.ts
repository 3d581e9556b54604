import { tokensOf } from '../../shared/tents/match.ts'
import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { listNetIDs } from '../accounts/store.ts'
import type { Reader } from '../db/database.ts'
import { listNetIDTexts } from './store.ts'

/**
 * The netIDs that may be in these texts, or in the texts inside these objects, in lower case: those
 * of all current and former tents, and those of accounts. There may be very many accounts, so only
 * netIDs that occur in the texts are looked up, and only with a digit: others may be any word.
 */
export async function knownNetIDs(reader: Reader, texts: unknown): Promise<Set<string>> {
  const known = netIDsOf(await listNetIDTexts(reader))
  for (const netID of await netIDsOfAccountsIn(reader, texts)) known.add(netID)
  return known
}

/** As `knownNetIDs`, but those of accounts alone. */
export async function netIDsOfAccountsIn(reader: Reader, texts: unknown): Promise<string[]> {
  const mixed = new Set<string>()
  for (const text of textsIn(texts)) {
    for (const token of tokensOf(text)) if (/\d/.test(token)) mixed.add(token.toLowerCase())
  }
  return mixed.size === 0 ? [] : listNetIDs(reader, [...mixed])
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
