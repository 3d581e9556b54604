import { readStoredJson, workKey, writeStored } from '../../api/storage.ts'
import type { Ticks } from './ticks.ts'

/** `chosen`: the ticks by tent id, under the name by which phones store them. */
type Stored = { checkId: string; chosen: [tentId: string, keys: readonly string[]][] }

/** The members that a monitor had ticked in this check. */
export function rememberedTicks(netID: string, checkId: string): Ticks {
  const stored = readStoredJson<Stored>(workKey(netID))
  return new Map(stored?.checkId === checkId ? stored.chosen : [])
}

export function rememberTicks(netID: string, checkId: string, ticks: Ticks): void {
  const stored: Stored = { checkId, chosen: [...ticks] }
  writeStored(workKey(netID), JSON.stringify(stored))
}
