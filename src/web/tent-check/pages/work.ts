import { readStoredJson, workKey, writeStored } from '../../api/storage.ts'

/** A monitor's unfinished work in a check: ticked members and unsent exclusions. */
export type Work = {
  checkId: string
  /** By tent id: the keys of the ticked members. */
  chosen: [tentId: string, keys: string[]][]
  /** Exclusions that are not sent yet. */
  pending: [name: string, isExcluded: boolean][]
}

export function rememberedWork(netID: string, checkId: string): Work {
  const work = readStoredJson<Work>(workKey(netID))
  return work?.checkId === checkId ? work : { checkId, chosen: [], pending: [] }
}

export function rememberWork(netID: string, work: Work): void {
  writeStored(workKey(netID), JSON.stringify(work))
}
