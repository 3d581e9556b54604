/** Why a campus sign-in failed, as `/login#problem=CODE`. */
export const campusProblems = [
  'campusUnavailable',
  'campusNoNetID',
  'accountDisabled',
  'campusRefused',
] as const
export type CampusProblem = (typeof campusProblems)[number]
