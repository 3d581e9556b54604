import type { RosterSync } from '../../shared/roster-sync/contract.ts'
import type { RosterCounts } from '../../shared/tents/contract.ts'

export const sourceTexts: Record<RosterSync['source'], string> = {
  airtable: 'The tents come from Airtable.',
  file: 'The tents come from a file.',
  none: 'There are no tents yet.',
}

/** `3 added, 1 changed`; for no change, a text that says so. */
export function countsText({ added, changed, retired, postponed }: RosterCounts): string {
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [retired, 'retired'],
    [postponed, 'left for after the check'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return said.length === 0 ? 'nothing changed' : said.join(', ')
}

/** What stands before the time of the next attempt; a lost answer counts as none. */
export function attemptsText(count: number): string {
  if (count === 0) return 'Next at'
  return `Tried ${count === 1 ? 'once' : `${count} times`}, next at`
}
