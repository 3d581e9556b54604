import type { RosterProblem } from '../../shared/tents/contract.ts'
import type { Reader } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { isAirtableConfigured } from '../settings/airtable-config.ts'
import { parseRosterCsv } from './roster-csv.ts'
import type { ImportSettings } from './roster-import.ts'
import type { ImportPlan } from './roster-plan.ts'
import type { RosterRow } from './roster-row.ts'
import { renameWarnings, rosterWarnings } from './roster-warnings.ts'
import { listTypesEver } from './store.ts'

/** The result of a file, or all its problems; and its warnings. */
export type FileOutcome = { warnings: RosterProblem[] } & (
  | { plan: ImportPlan }
  | { problems: RosterProblem[] }
)

/**
 * Parses the CSV, calls `run`, reports problems by line. Refused while the tents come from
 * Airtable, because the next pull would undo it: whoever imports has locked the tents before, which
 * the first pull may have.
 */
export async function withRosterFile(
  reader: Reader,
  csv: string,
  settings: ImportSettings,
  run: (rows: RosterRow[]) => Promise<ImportPlan>,
): Promise<FileOutcome> {
  if (await isAirtableConfigured(reader)) throw new Refusal('rosterFromAirtable')
  const reading = parseRosterCsv(csv)
  const types = await listTypesEver(reader)
  const warnings = rosterWarnings(reading, [...types.values()], settings)
  if (reading.problems.length > 0) return { problems: reading.problems, warnings }
  const plan = await run(reading.rows)
  if (plan.problems.length === 0) {
    return { plan, warnings: [...warnings, ...renameWarnings(reading, plan)] }
  }
  const problems = plan.problems.map(({ row, ...rest }) => ({
    line: reading.lines[row] ?? 0,
    ...rest,
  }))
  return { problems, warnings }
}
