import { checkersAtMost } from '../../../shared/tent-check/limits.ts'
import { choicesKey, readStoredJson, writeStored } from '../../api/storage.ts'

/** A checker page by its groupIndex, the unmarked tents, or the Duke Card Checker. */
export type PageChoice = number | 'out' | 'cards'

/**
 * What this phone stores: the number of checkers and the page, together (specification 9), with the
 * check in which the page was chosen; null: no check was on, or an earlier version stored it.
 */
export type DeviceChoices = { numCheckers: number; page: PageChoice; checkId: string | null }

export function rememberedChoices(): DeviceChoices {
  const {
    numCheckers,
    page,
    checkId = null,
  } = readStoredJson<Partial<DeviceChoices>>(choicesKey) ?? {}
  return {
    numCheckers: isNumberOfCheckers(numCheckers) ? numCheckers : 1,
    page: page === 'cards' || page === 'out' || typeof page === 'number' ? page : 0,
    checkId,
  }
}

function isNumberOfCheckers(stored: unknown): stored is number {
  return Number.isInteger(stored) && Number(stored) >= 1 && Number(stored) <= checkersAtMost
}

/** The page that a check begins with. Only a page of tents stays over checks. */
export function pageOf(
  check: { checkId: string; pageCount: number },
  { page, checkId }: Omit<DeviceChoices, 'numCheckers'>,
): PageChoice {
  const isHere = typeof page === 'number' ? page < check.pageCount : checkId === check.checkId
  return isHere ? page : 0
}

export function rememberChoices(choices: DeviceChoices): void {
  writeStored(choicesKey, JSON.stringify(choices))
}
