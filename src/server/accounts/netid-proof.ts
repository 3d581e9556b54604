import { Type } from 'typebox'
import type { Config } from '../config.ts'
import type { Reader, Tx } from '../db/database.ts'
import { setting } from '../settings/store.ts'

const leftUnproven = setting('netIDsLeftUnproven', Type.Boolean(), false)

/**
 * Does nobody prove netIDs on a server in real use, and has no super user accepted that yet? Then
 * whoever registers a stranger's netID sees the stranger's tent.
 */
export async function isProofUndecided(config: Config, reader: Reader): Promise<boolean> {
  const { isForReal, publicUrl } = config
  const isLive = isForReal && publicUrl?.startsWith('https:') === true
  return isLive && !(await isProofDecided(config, reader))
}

/** Is it decided whether netIDs are proven: by the settings, or by a super user who needs no proof? */
export async function isProofDecided({ confirmNetIDs }: Config, reader: Reader): Promise<boolean> {
  return confirmNetIDs !== 'off' || (await leftUnproven.find(reader))
}

/** A super user decides that netIDs need no proof. */
export async function leaveUnproven(tx: Tx, now: Date): Promise<void> {
  await leftUnproven.update(tx, true, now)
}
