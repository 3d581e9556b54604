import { checkKey, readStoredJson, removeStored, writeStored } from '../../api/storage.ts'
import { type KnownCheck, withAllParts } from './picture.ts'

/** The check as this phone last knew it, shown until the server answers. */
export function rememberedCheck(netID: string): KnownCheck | null {
  const known = readStoredJson<KnownCheck>(checkKey(netID))
  return known && { ...known, check: known.check && withAllParts(known.check) }
}

export function rememberCheck(netID: string, known: KnownCheck): void {
  if (known.check === null) removeStored(checkKey(netID))
  else writeStored(checkKey(netID), JSON.stringify(known))
}
