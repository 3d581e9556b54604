import type { User } from '../../../shared/accounts/contract.ts'
import { outcomeNames } from '../marks/mark.ts'
import { stateText } from './mark-words.ts'
import { isOwn, mayUndo, type Standing } from './standings.ts'

/**
 * What to tell a person whose open tent is marked, by them or by somebody else. The day is today's: a
 * check takes minutes. `zone`: what follows the time, ` Eastern` or nothing.
 */
export function resultText(standing: Standing, user: User, zone: string): string {
  const { outcome, facts, isUndoWanted } = standing
  if (isUndoWanted) return `It is ${stateText(standing)}.`
  if (facts === null) return `Marked as ${outcomeNames[outcome]}.`
  const way = mayUndo(standing, user) ? '' : ` Ask ${facts.by}, who may undo it.`
  const by = isOwn(standing, user) ? 'You' : facts.by
  return `${by} marked it as ${outcomeNames[outcome]}, ${facts.at.replace(/^.*, /, '')}${zone}.${way}`
}
