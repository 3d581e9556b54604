import { Type } from 'typebox'
import type { Config } from '../config.ts'
import type { Reader, Tx } from '../db/database.ts'
import { setting } from '../settings/store.ts'

const leftUnproven = setting('netIDsLeftUnproven', Type.Boolean(), false)

/**
 * Does nobody prove netIDs on a server in real use, and has no super user accepted that yet? Then
 * whoever registers a stranger's netID sees the stranger's tent.
 */
export async function isProofUndecided(
  { production, publicUrl, confirmNetIDs }: Config,
  reader: Reader,
): Promise<boolean> {
  const isLive = production && publicUrl?.startsWith('https:') === true
  if (!isLive || confirmNetIDs !== 'off') return false
  return !(await leftUnproven.find(reader))
}

/** A super user decides that netIDs need no proof. */
export async function leaveUnproven(tx: Tx, now: Date): Promise<void> {
  await leftUnproven.update(tx, true, now)
}
