import { readStoredJson, workKey, writeStored } from '../../api/storage.ts'

/** A monitor's unfinished work in a check: the ticked members. */
export type UnfinishedWork = {
  checkId: string
  /** The ticks by tent id, under the name by which phones store them. */
  chosen: [tentId: string, keys: readonly string[]][]
}

export function rememberedWork(netID: string, checkId: string): UnfinishedWork {
  const work = readStoredJson<UnfinishedWork>(workKey(netID))
  return work?.checkId === checkId ? work : { checkId, chosen: [] }
}

export function rememberWork(netID: string, work: UnfinishedWork): void {
  writeStored(workKey(netID), JSON.stringify(work))
}
