import type { RosterPreview, RosterProblem } from '../../../shared/tents/contract.ts'

/** A refused file's problems: the first ones, and how many there are. */
export type RosterRefused = { problems: RosterProblem[]; problemCount: number } & Pick<
  RosterPreview,
  'warnings' | 'warningCount'
>

/** null: the refusal is about something else. */
export function refusedOf(answer: unknown): RosterRefused | null {
  if (typeof answer !== 'object' || answer === null) return null
  if (!('problems' in answer && Array.isArray(answer.problems))) return null
  if (!('problemCount' in answer && typeof answer.problemCount === 'number')) return null
  if (!('warnings' in answer && Array.isArray(answer.warnings))) return null
  if (!('warningCount' in answer && typeof answer.warningCount === 'number')) return null
  const { problems, problemCount, warnings, warningCount } = answer
  return { problems, problemCount, warnings, warningCount }
}
