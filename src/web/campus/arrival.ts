import { type CampusProblem, campusProblems } from '../../shared/campus/problems.ts'

/**
 * The result of a campus sign-in, from what follows the # of /login. `resetLinkMadeAt` is as a
 * login answers it.
 */
export type Arrival =
  | { session: string; resetLinkMadeAt?: string }
  | { ticket: string }
  | { problem: CampusProblem }

/** null: this is no return from the campus. */
export function arrivalIn(hash: string): Arrival | null {
  const said = new URLSearchParams(hash.slice(1))
  const [session, ticket] = [said.get('session'), said.get('link')]
  if (session) {
    const resetLinkMadeAt = said.get('resetLinkMadeAt') ?? ''
    return Number.isNaN(Date.parse(resetLinkMadeAt)) ? { session } : { session, resetLinkMadeAt }
  }
  if (ticket) return { ticket }
  const problem = campusProblems.find((code) => code === said.get('problem'))
  return problem === undefined ? null : { problem }
}
