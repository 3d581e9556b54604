import type { User } from '../../../shared/accounts/contract.ts'
import { outcomeNames } from '../marks/mark.ts'
import { mayUndo, type Standing } from './standings.ts'

/**
 * What to tell a person if somebody else marked the tent that they have open. The day is today's: a
 * check takes minutes.
 */
export function resultText(standing: Standing, user: User): string {
  const { outcome, facts } = standing
  if (facts === null) return `Marked as ${outcomeNames[outcome]}.`
  const way = mayUndo(standing, user) ? '' : ` Ask ${facts.by}, who may undo it.`
  return `${facts.by} marked it as ${outcomeNames[outcome]}, ${facts.at.replace(/^.*, /, '')}.${way}`
}
