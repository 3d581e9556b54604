import type {
  ListedCheck,
  MonitorMarks,
  StandingOutcome,
} from '../../shared/check-history/contract.ts'
import { compareExactly } from '../../shared/tents/order.ts'
import type { CheckFacts } from './facts.ts'
import type { Names } from './lines.ts'
import { type Fact, standingsOf } from './standings.ts'

/** A check as it stands in a list. */
export function summaryOf(check: CheckFacts, people: Names['people']): ListedCheck {
  const { row, start } = check
  return {
    id: row.id,
    startedAt: row.startedAt,
    startedBy: {
      netID: row.startedBy,
      name: people.get(row.startedBy) ?? start?.by ?? '',
    },
    endedAt: row.endedAt,
    ending: endingOf(check),
    ...countsOf(check),
    period: start?.period ?? null,
    clock: start?.clock ?? null,
    inGrace: start?.inGrace ?? false,
  }
}

function endingOf({ row, facts }: CheckFacts): ListedCheck['ending'] {
  if (row.endedAt === null) return null
  const closed = facts.findLast(({ kind }) => kind === 'ended' || kind === 'cancelled')
  return closed === undefined || closed.kind === 'ended' ? 'ended' : 'cancelled'
}

type Counts = Pick<ListedCheck, 'tents' | 'makes' | 'misses' | 'unmarked' | 'late' | 'corrected'>

/** Tents per outcome; all 0 if the ledger cannot be read. */
export function countsOf({ start, facts }: CheckFacts): Counts {
  if (start === null) return { tents: 0, makes: 0, misses: 0, unmarked: 0, late: 0, corrected: 0 }
  const outcomes = Array.from(standingsOf(facts).values(), ({ outcome }) => outcome)
  const standing = (wanted: StandingOutcome) =>
    outcomes.filter((outcome) => outcome === wanted).length
  const ofKind = (wanted: Fact['kind']) => facts.filter(({ kind }) => kind === wanted).length
  const [makes, misses] = [standing('make'), standing('miss')]
  return {
    tents: start.tents,
    makes,
    misses,
    unmarked: start.tents - makes - misses,
    late: ofKind('lateMark'),
    corrected: ofKind('corrected'),
  }
}

/** Who made the marks that were not undone, most first; nobody for a closed season. */
export function monitorsOf(checks: readonly CheckFacts[], people: Names['people']): MonitorMarks[] {
  const monitors = new Map<string, MonitorMarks>()
  for (const { start, facts } of checks) {
    if (start === null || start.seasonClosed) continue
    for (const { mark } of standingsOf(facts).values()) {
      if (mark?.netID == null) continue
      const { netID, outcome } = mark
      const known = monitors.get(netID) ?? {
        netID,
        name: people.get(netID) ?? '',
        makes: 0,
        misses: 0,
      }
      if (outcome === 'make') known.makes += 1
      else known.misses += 1
      monitors.set(netID, known)
    }
  }
  const marksOf = ({ makes, misses }: MonitorMarks) => makes + misses
  return [...monitors.values()].sort(
    (a, b) => marksOf(b) - marksOf(a) || compareExactly(a.netID, b.netID),
  )
}

/** The people whose names a list of these checks shows. */
export function peopleIn(checks: readonly CheckFacts[]): string[] {
  return checks.flatMap(({ row, facts }) => [
    row.startedBy,
    ...facts.flatMap(({ netID }) => netID ?? []),
  ])
}
