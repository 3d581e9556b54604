import type { RosterProblem } from '../../shared/tents/contract.ts'
import type { Reader } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { isAirtableConfigured } from '../settings/airtable-config.ts'
import { parseRosterCsv } from './roster-csv.ts'
import type { ImportPlan } from './roster-plan.ts'
import type { RosterRow } from './roster-row.ts'

/**
 * Takes a roster file through `run` (the preview or the import), its problems named by line.
 * Refused while the tents come from Airtable: a file would be undone by the next pull.
 */
export async function withRosterFile(
  reader: Reader,
  csv: string,
  run: (rows: RosterRow[]) => Promise<ImportPlan>,
): Promise<{ plan: ImportPlan } | { problems: RosterProblem[] }> {
  if (await isAirtableConfigured(reader)) throw new Refusal('rosterFromAirtable')
  const parsed = parseRosterCsv(csv)
  if ('problems' in parsed) return parsed
  const plan = await run(parsed.rows)
  if (plan.problems.length === 0) return { plan }
  return {
    problems: plan.problems.map(({ row, ...rest }) => ({ line: parsed.lines[row] ?? 0, ...rest })),
  }
}
