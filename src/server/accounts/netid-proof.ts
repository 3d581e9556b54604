import type { Config } from '../config.ts'
import type { Reader, Tx } from '../db/database.ts'
import { findSetting, updateSetting } from '../settings/store.ts'

const leftUnprovenKey = 'netIDsLeftUnproven'

/**
 * Is this a community gone live in which whoever registers a stranger's netID sees the stranger's
 * tent, and nobody has said yet that it is to stay so?
 */
export async function isProofUndecided(
  { production, publicUrl, confirmNetIDs }: Config,
  reader: Reader,
): Promise<boolean> {
  const isLive = production && publicUrl?.startsWith('https:') === true
  if (!isLive || confirmNetIDs !== 'off') return false
  return (await findSetting(reader, leftUnprovenKey)) !== true
}

/** A super user decides that netIDs need no proof. */
export async function leaveUnproven(tx: Tx, now: Date): Promise<void> {
  await updateSetting(tx, leftUnprovenKey, true, now)
}
