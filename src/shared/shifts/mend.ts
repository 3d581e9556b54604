import { breachesAdded, breachesIn } from './cost.ts'
import { type Frame, mayTake, type Plan, type Span, shiftsOf } from './frame.ts'

/** Limits the hand-overs to try; no real tent comes near it, but a malicious problem could. */
const triesAtMost = 300_000

type Mending = { frame: Frame; plan: Plan; breaches: number[]; left: number }

/**
 * Hands slots from one person to another while that reduces shifts under `minSlots` and breaks
 * under `breakSlots`, or until so many hand-overs are tried. Coverage does not change. Modifies the plan.
 */
export function mend(frame: Frame, plan: Plan, tries = triesAtMost): void {
  const breaches = plan.map((row) => breachesIn(frame, shiftsOf(row)))
  const mending = { frame, plan, breaches, left: tries }
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const person of plan.keys()) {
      while ((breaches[person] ?? 0) > 0 && mendPerson(mending, person)) isBetter = true
    }
  }
}

/** Goes on after a hand-over: where there are many, to begin anew takes three times as long. */
function mendPerson(mending: Mending, person: number): boolean {
  const { frame, plan } = mending
  const shifts = shiftsOf(plan[person] ?? new Uint8Array())
  const given = spansToGive(frame, shifts)
  const taken = spansToTake(frame, shifts)
  let isBetter = false
  for (const other of plan.keys()) {
    if (other === person) continue
    for (const growing of given) if (handOverOne(mending, person, other, growing)) isBetter = true
    for (const growing of taken) if (handOverOne(mending, other, person, growing)) isBetter = true
  }
  return isBetter
}

/** Spans of which each contains the one before it. */
type Growing = Iterable<Span>[]

/** Whole shifts that are too short, and both ends of shifts next to a short break. */
function spansToGive(frame: Frame, shifts: readonly Span[]): Growing {
  return shifts.flatMap(([from, to], index) => {
    const before = shifts[index - 1]
    const after = shifts[index + 1]
    return [
      ...(to - from < frame.minSlots ? [[[from, to] as const]] : []),
      ...(before !== undefined && from - before[1] < frame.breakSlots
        ? [toTheRight(from, to - from)]
        : []),
      ...(after !== undefined && after[0] - to < frame.breakSlots
        ? [toTheLeft(to, to - from)]
        : []),
    ]
  })
}

/** What makes a short shift longer, and whole short breaks. */
function spansToTake(frame: Frame, shifts: readonly Span[]): Growing {
  return shifts.flatMap(([from, to], index) => {
    const start = shifts[index - 1]?.[1] ?? 0
    const end = shifts[index + 1]?.[0] ?? frame.size
    const isShort = to - from < frame.minSlots
    // Beyond this, the rest of a shift or break is long enough.
    const furthest = 2 * frame.minSlots + frame.breakSlots
    return [
      ...(isShort ? [toTheLeft(from, Math.min(from - start, furthest))] : []),
      ...(isShort ? [toTheRight(to, Math.min(end - to, furthest))] : []),
      ...(end < frame.size && end - to < frame.breakSlots ? [[[to, end] as const]] : []),
    ]
  })
}

/** Generated one by one, anew for each person. */
function toTheRight(from: number, atMost: number): Iterable<Span> {
  return {
    *[Symbol.iterator]() {
      for (let length = 1; length <= atMost; length += 1) yield [from, from + length]
    },
  }
}

function toTheLeft(to: number, atMost: number): Iterable<Span> {
  return {
    *[Symbol.iterator]() {
      for (let length = 1; length <= atMost; length += 1) yield [to - length, to]
    },
  }
}

/** If one span cannot be handed over, larger ones that contain it cannot either. */
function handOverOne(mending: Mending, giver: number, taker: number, spans: Iterable<Span>) {
  for (const span of spans) {
    if (!mayHandOver(mending, giver, taker, span)) return false
    if (handOver(mending, giver, taker, span)) return true
  }
  return false
}

function mayHandOver(mending: Mending, giver: number, taker: number, span: Span): boolean {
  const { frame, plan } = mending
  for (let slot = span[0]; slot < span[1]; slot += 1) {
    if (plan[giver]?.[slot] !== 1 || frame.locks[giver]?.[slot] === 1) return false
  }
  return mending.left > 0 && mayTake(frame, plan, taker, ...span)
}

function handOver(mending: Mending, giver: number, taker: number, span: Span): boolean {
  const { frame, plan, breaches } = mending
  const giving = plan[giver]
  const taking = plan[taker]
  if (giving === undefined || taking === undefined) return false
  mending.left -= 1
  const added = breachesAdded(frame, taking, span)
  giving.fill(0, ...span)
  const saved = breachesAdded(frame, giving, span)
  if (added >= saved) {
    giving.fill(1, ...span)
    return false
  }
  taking.fill(1, ...span)
  breaches[giver] = (breaches[giver] ?? 0) - saved
  breaches[taker] = (breaches[taker] ?? 0) + added
  return true
}
