import {
  checkKey,
  choicesKey,
  readStoredJson,
  removeStored,
  workKey,
  writeStored,
} from '../api/storage.ts'
import type { KnownCheck } from './picture.ts'

/** A checker page by its groupIndex, or the Duke Card Checker's. */
export type PageChoice = number | 'cards'

/** What this phone keeps over a reload. Specification 9: the checkers and the page, together. */
export type Choices = { numCheckers: number; page: PageChoice }

export function rememberedChoices(): Choices {
  const { numCheckers, page } = readStoredJson<Partial<Choices>>(choicesKey) ?? {}
  return {
    numCheckers: typeof numCheckers === 'number' && numCheckers >= 1 ? numCheckers : 1,
    page: page === 'cards' || typeof page === 'number' ? page : 0,
  }
}

export function rememberChoices(choices: Choices): void {
  writeStored(choicesKey, JSON.stringify(choices))
}

/** A monitor's unfinished work in one check: who is tapped, and whom to exclude. */
export type Work = {
  checkId: string
  /** By tent id: the keys of the members chosen. */
  chosen: [tentId: string, keys: string[]][]
  wishes: [name: string, isExcluded: boolean][]
}

export function rememberedWork(netID: string, checkId: string): Work {
  const work = readStoredJson<Work>(workKey(netID))
  return work?.checkId === checkId ? work : { checkId, chosen: [], wishes: [] }
}

export function rememberWork(netID: string, work: Work): void {
  writeStored(workKey(netID), JSON.stringify(work))
}

/** The check as this phone last knew it, to show until the server answers. */
export function rememberedCheck(netID: string): KnownCheck | null {
  return readStoredJson<KnownCheck>(checkKey(netID))
}

export function rememberCheck(netID: string, known: KnownCheck): void {
  if (known.check === null) removeStored(checkKey(netID))
  else writeStored(checkKey(netID), JSON.stringify(known))
}
