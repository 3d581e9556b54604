import type { WholeCheck } from '../../../shared/check-history/contract.ts'
import { excludedBy } from '../../../shared/check-history/excluded.ts'
import { minutesOf } from '../../../shared/check-history/minutes.ts'
import { tentLabel } from '../../../shared/tents/label.ts'

/** A check's result, for those who worked in it. */
export type SummaryFacts = {
  makes: number
  /** In order. */
  misses: NamedTent[]
  unmarked: NamedTent[]
  minutes: number
  monitors: { netID: string; name: string; marks: number }[]
  /**
   * `12 Tarp Dwellers, 4 of 6`: Makes below the required number, also through later exclusions; not
   * a Miss that was corrected to a Make, of which nobody was counted.
   */
  below: NamedTent[]
}

export type NamedTent = { id: string; label: string }

/**
 * The summary of a check that is over. Whether a Make is below its number depends on who still
 * counts at the end.
 */
export function summaryOf(check: WholeCheck): SummaryFacts {
  const excluded = excludedBy(check.events)
  const those = (outcome: string) => check.tents.filter((tent) => tent.outcome === outcome)
  const below = check.tents.flatMap((tent) => {
    const { outcome, marked, required, present } = tent
    const count = present.filter((name) => !excluded.has(name)).length
    const isCounted = outcome === 'make' && marked === 'make'
    const isBelow = isCounted && required !== null && count < required
    return isBelow ? [{ id: tent.id, label: `${tentLabel(tent)}, ${count} of ${required}` }] : []
  })
  const { startedAt, endedAt } = check
  return {
    makes: check.makes,
    misses: those('miss').map(named),
    unmarked: those('none').map(named),
    minutes: Math.round(minutesOf({ startedAt, endedAt: endedAt ?? startedAt })),
    monitors: check.monitors
      .map(({ netID, name, makes, misses }) => ({ netID, name, marks: makes + misses }))
      .sort((a, b) => b.marks - a.marks),
    below,
  }
}

function named(tent: { id: string; order: string; name: string }): NamedTent {
  return { id: tent.id, label: tentLabel(tent) }
}
