import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import { writeRosterCsv } from '../../src/server/tents/roster-csv.ts'

/** The demo season's tents as a file to import, in `folder`; gives its path. */
export function writeDemoRoster(folder: string): string {
  const file = join(folder, 'roster.csv')
  writeFileSync(file, writeRosterCsv(demoSeason()))
  return file
}
