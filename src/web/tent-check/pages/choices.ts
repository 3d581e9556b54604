import { checkersAtMost } from '../../../shared/tent-check/limits.ts'
import { choicesKey, readStoredJson, writeStored } from '../../api/storage.ts'

/** A checker page by its groupIndex, the unmarked tents, or the Duke Card Checker. */
export type PageChoice = number | 'out' | 'cards'

/** What this phone stores: the number of checkers and the page, together. Specification 9. */
export type Choices = { numCheckers: number; page: PageChoice }

export function rememberedChoices(): Choices {
  const { numCheckers, page } = readStoredJson<Partial<Choices>>(choicesKey) ?? {}
  return {
    numCheckers: isNumberOfCheckers(numCheckers) ? numCheckers : 1,
    page: page === 'cards' || page === 'out' || typeof page === 'number' ? page : 0,
  }
}

function isNumberOfCheckers(stored: unknown): stored is number {
  return Number.isInteger(stored) && Number(stored) >= 1 && Number(stored) <= checkersAtMost
}

export function rememberChoices(choices: Choices): void {
  writeStored(choicesKey, JSON.stringify(choices))
}
