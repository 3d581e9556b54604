import type { RosterChange, RosterProblem } from '../../shared/tents/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { changesOf } from './roster-changes.ts'
import type { FileOutcome } from './roster-file.ts'
import { countsOf } from './roster-import.ts'

/** The result of a roster file, or all its problems, for a person at a terminal. */
export function reportOf(outcome: FileOutcome): string {
  const warnings = outcome.warnings.map(placed)
  const looksWrong = warnings.length > 0 ? ['This looks wrong:', ...warnings] : []
  if ('problems' in outcome) {
    return ['Nothing was imported:', ...outcome.problems.map(placed), ...looksWrong].join('\n')
  }
  const { added, changed, retired, unchanged, postponed } = countsOf(outcome.plan)
  return [
    ...changesOf(outcome.plan).map(changeText),
    ...looksWrong,
    `${added} added, ${changed} changed, ${retired} retired, ${unchanged} unchanged.`,
    ...(postponed > 0
      ? [`${postponed} more have to wait: import the file again when the check is over.`]
      : []),
  ].join('\n')
}

function placed({ line, column, reason }: RosterProblem): string {
  return `line ${line}, ${column}: ${reason}`
}

function changeText({ kind, order, name, fields }: RosterChange): string {
  const changes = fields.map(({ column, before, after }) => `${column} “${before}” → “${after}”`)
  const tent = tentLabel({ order, name })
  // Texts with several lines are shown on one.
  return [`${kind}: ${tent}`, ...changes].join('; ').replace(/\s+/g, ' ')
}
