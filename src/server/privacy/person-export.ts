import type { PersonExport } from '../../shared/privacy/contract.ts'
import type { Reader } from '../db/database.ts'
import { type Asked, shownData } from './personal-data.ts'

/** Everything stored about a netID; null: nothing. */
export async function personExport(
  reader: Reader,
  asked: Asked,
  now: Date,
): Promise<PersonExport | null> {
  const parts: [string, unknown][] = []
  for (const [part, { show }] of Object.entries(shownData)) {
    parts.push([part, await show(reader, asked)])
  }
  if (parts.every(([, shown]) => isNothing(shown))) return null
  const shown = Object.fromEntries(parts) as Omit<PersonExport, 'netID' | 'exportedAt'>
  return { netID: asked.netID, exportedAt: now.toISOString(), ...shown }
}

/** null, or lists without a row. */
function isNothing(shown: unknown): boolean {
  return shown === null || (typeof shown === 'object' && Object.values(shown).every(isNothing))
}
