import { tokensOf } from '../../shared/tents/match.ts'
import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { listNetIDs } from '../accounts/store.ts'
import type { Reader } from '../db/database.ts'
import { listNetIDTexts } from './store.ts'

/**
 * The netIDs that may be in these texts, or in the texts that these objects hold, in lower case: of
 * all current and former tents, and of accounts. Accounts without a digit are left out, because such
 * a netID may be any word. Of accounts only those are asked for that the texts may name: there may be
 * very many.
 */
export async function knownNetIDs(reader: Reader, texts: unknown): Promise<Set<string>> {
  const known = netIDsOf(await listNetIDTexts(reader))
  for (const netID of await netIDsOfAccountsIn(reader, texts)) known.add(netID)
  return known
}

/** Those of accounts alone. */
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
