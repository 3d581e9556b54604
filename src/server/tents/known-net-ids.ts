import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { listNetIDs } from '../accounts/store.ts'
import type { Reader } from '../db/database.ts'
import { listTentsEver } from './store.ts'

/**
 * Everybody's netIDs, in lower case: of all current and former tents, and of accounts. Accounts
 * without a digit are left out, because such a netID may be any word.
 */
export async function knownNetIDs(reader: Reader): Promise<Set<string>> {
  const known = netIDsOf(await listTentsEver(reader))
  for (const netID of await listNetIDs(reader)) if (/\d/.test(netID)) known.add(netID)
  return known
}
