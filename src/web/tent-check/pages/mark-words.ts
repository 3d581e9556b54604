import { excludedText } from '../../../shared/check-history/excluded.ts'
import type { ActiveTent, Outcome } from '../../../shared/tent-check/contract.ts'
import { outcomeNames } from '../marks/mark.ts'
import { namesCounted, requiredOf, type Standing } from './standings.ts'

/** `No misses`, `1 miss`, `2 misses`. */
export function missesText(misses: number): string {
  return misses === 0 ? 'No misses' : misses === 1 ? '1 miss' : `${misses} misses`
}

/** The question before a Make of too few members; null: none. */
export function makeQuestion(required: number | null | undefined, ticked: number): string | null {
  if (required === null || required === undefined) {
    return ticked === 0 ? 'Nobody is ticked. Make anyway?' : null
  }
  if (ticked >= required) return null
  return `${ticked} of ${required} ${ticked === 1 ? 'is' : 'are'} ticked. Make anyway?`
}

/** `corrected to Make` */
export function correctedText(to: Outcome | 'none'): string {
  return `corrected to ${to === 'none' ? 'no mark' : outcomeNames[to]}`
}

/** `Make, 10 of 10`, `Miss by Mona`, `Miss by Mona, corrected to Make`. */
export function markText(
  tent: Pick<ActiveTent, 'required'>,
  standing: Standing,
  isOwn: boolean,
): string {
  const { outcome, facts } = standing
  const required = requiredOf(tent, standing)
  const count = namesCounted(standing).length
  const counted =
    outcome === 'miss' ? '' : required === null ? `, ${count} counted` : `, ${count} of ${required}`
  const by = isOwn || facts === null ? '' : ` by ${facts.by}`
  const to = facts?.corrected
  const corrected = to ? `, ${correctedText(to)}` : ''
  return `${outcomeNames[outcome]}${counted}${by}${corrected}`
}

/** The state of a mark or of its undo: `not sent yet`, `sending`, `saved`. */
export function stateText({ own, isUndoWanted }: Standing): string {
  if (isUndoWanted) return 'waiting for the server to undo it'
  if (own === null) return 'saved'
  return own.isTried ? 'sending' : 'not sent yet'
}

/**
 * Why a Make is below the required number: from the start, or through later exclusions. null: it is
 * not.
 */
export function belowText(
  tent: Pick<ActiveTent, 'required'>,
  standing: Standing,
  excluded: ReadonlySet<string>,
): string | null {
  const required = requiredOf(tent, standing)
  if (standing.outcome === 'miss' || required === null) return null
  const present = namesCounted(standing)
  const gone = present.filter((name) => excluded.has(name))
  const left = present.length - gone.length
  if (left >= required) return null
  if (gone.length === 0) return 'Below the number'
  return `${left} of ${required} since ${excludedText(gone)}`
}
