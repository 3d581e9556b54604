import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of so many tents of one person each; gives its path. */
export function writeRoster(folder: string, tents: number): string {
  const file = join(folder, 'roster-of-many.csv')
  const lines = Array.from(
    { length: tents },
    (_, place) => `${place + 1},Tent ${place + 1},Pat Tent${place + 1},pt${place + 1}`,
  )
  writeFileSync(file, `Order,Name,Members,netIDs\n${lines.join('\n')}\n`)
  return file
}
