/**
 * Of the server’s tests on a database, those that `npm test -- --quick` runs: one or two for each risk
 * in the table of CONTRIBUTING.md that they try, and not the longest.
 */
const onDatabase = new Set([
  'tests/live/acts.test.ts',
  'src/server/tent-check/mark.test.ts',
  'src/server/tent-check/acts-together.test.ts',
  'src/server/tent-check/undo.test.ts',
  'src/server/tent-check/reopen.test.ts',
  'src/server/check-history/corrections.test.ts',
  'tests/live/change-of-clocks.test.ts',
  'tests/live/closing-race.test.ts',
  'tests/structure/access.test.ts',
  'src/server/shifts/who-may.test.ts',
  'tests/structure/tables.test.ts',
  'tests/live/refused-requests.test.ts',
  'tests/live/public-flood.test.ts',
  'tests/live/set-back.test.ts',
  'src/server/roster-sync/disputed.test.ts',
  'src/server/notices/proven.test.ts',
  'src/server/accounts/accounts.test.ts',
  'src/server/shifts/counted.test.ts',
  'src/server/shifts/swapping.test.ts',
  'tests/live/counts.test.ts',
])

/** Of the tests without one, those that it leaves out: they take as long as all others together. */
const longRules = new Set([
  'src/server/db/earlier-database.test.ts',
  'src/server/shifts/reading/reading.test.ts',
  'src/server/shifts/solver/search.test.ts',
  'src/server/shifts/solver/solver.test.ts',
])

/** The files of `npm test -- --quick` among these. A name in the lists that is no file is refused. */
export function quickOf(tests: { onDatabase: string[]; noEngine: string[] }): typeof tests {
  const known = [...tests.onDatabase, ...tests.noEngine]
  const unknown = [...onDatabase, ...longRules].find((file) => !known.includes(file))
  if (unknown !== undefined) throw new Error(`There is no ${unknown}: tests/support/quick-tests.ts`)
  return {
    onDatabase: tests.onDatabase.filter((file) => onDatabase.has(file)),
    noEngine: tests.noEngine.filter((file) => !longRules.has(file)),
  }
}
