/** Why a sign-in through the campus did not work, as `/login#problem=CODE` says it. */
export const campusProblems = [
  'campusUnavailable',
  'campusNoNetID',
  'accountDisabled',
  'campusRefused',
] as const
export type CampusProblem = (typeof campusProblems)[number]
