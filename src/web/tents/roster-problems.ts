import type { RosterProblem } from '../../shared/tents/contract.ts'

/** What is wrong in a file that was refused: the first ones, and how many there are in all. */
export type RosterProblems = { problems: RosterProblem[]; problemCount: number }

const shownAtMost = 20

/** null: the refusal was about something else. */
export function problemsIn(answer: unknown): RosterProblems | null {
  if (typeof answer !== 'object' || answer === null) return null
  if (!('problems' in answer && Array.isArray(answer.problems))) return null
  if (!('problemCount' in answer && typeof answer.problemCount === 'number')) return null
  return { problems: answer.problems.slice(0, shownAtMost), problemCount: answer.problemCount }
}
