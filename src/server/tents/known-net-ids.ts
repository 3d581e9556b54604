import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { listNetIDs } from '../accounts/store.ts'
import type { Reader } from '../db/database.ts'
import { listTentsEver } from './store.ts'

/**
 * Whatever is somebody's netID, in lower case: those of all tents that there ever were, and those of
 * accounts. An account without a digit is left out: it may be any word.
 */
export async function knownNetIDs(reader: Reader): Promise<Set<string>> {
  const known = netIDsOf(await listTentsEver(reader))
  for (const netID of await listNetIDs(reader)) if (/\d/.test(netID)) known.add(netID)
  return known
}
