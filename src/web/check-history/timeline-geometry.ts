import type { HistoryEvent, WholeCheck } from '../../shared/check-history/contract.ts'
import { minuteMs } from '../../shared/durations.ts'
import { personText } from './words.ts'

/** How an event is drawn. */
export type Sign = 'make' | 'miss' | 'undone' | 'late' | 'call' | 'names'

/** `x`: percent of the width. */
type Place = { number: number; x: number; sign: Sign }
/** `late`: how many marks came after the end; they share one place. */
type Lane = { key: string; name: string; places: Place[]; late: number }
type Picture = { lanes: Lane[]; ticks: { at: number; x: number }[] }

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720, 1440]
const ticksAtMost = 4
/** Events after the end of the check are drawn behind it, however late they came. */
const endX = 94
const lateX = 98

/**
 * A check as lanes, one per monitor in the order of their first marks, over the time from its start
 * to its last event.
 */
export function pictureOf(check: Pick<WholeCheck, 'startedAt' | 'events'>): Picture {
  const within = check.events.filter(({ kind }) => kind !== 'corrected' && kind !== 'lateMark')
  const times = [check.startedAt, ...within.map(({ at }) => at)].map(Date.parse)
  // Not always its start: the clock may have been set back meanwhile.
  const begin = Math.min(...times)
  const length = Math.max(minuteMs, Math.max(...times) - begin)
  const xOf = (time: number) => (endX * (time - begin)) / length

  const lanes = new Map<string, Lane>()
  for (const event of check.events) {
    const sign = signOf(event)
    if (sign === null) continue
    const key = event.by?.netID ?? ''
    const lane = lanes.get(key) ?? { key, name: personText(event.by), places: [], late: 0 }
    lanes.set(key, lane)
    if (sign === 'late') {
      lane.late += 1
      if (lane.late > 1) continue
    }
    const x = sign === 'late' ? lateX : xOf(Date.parse(event.at))
    lane.places.push({ number: event.number, x, sign })
  }
  return { lanes: [...lanes.values()], ticks: ticksOf(begin, begin + length, xOf) }
}

/** null: not drawn; the list of events has it. */
function signOf({ kind, outcome }: HistoryEvent): Sign | null {
  if (kind === 'marked') return outcome === 'make' ? 'make' : 'miss'
  if (kind === 'undone' || kind === 'callUndone') return 'undone'
  if (kind === 'lateMark') return 'late'
  if (kind === 'called') return 'call'
  return kind === 'excluded' || kind === 'included' ? 'names' : null
}

/** Whole minutes, with enough space for their labels. */
function ticksOf(begin: number, end: number, xOf: (time: number) => number): Picture['ticks'] {
  const minutes = (end - begin) / minuteMs
  const step = steps.find((one) => minutes / one < ticksAtMost) ?? minutes
  const stepMs = step * minuteMs
  const ticks: Picture['ticks'] = []
  for (let at = Math.ceil(begin / stepMs) * stepMs; at <= end; at += stepMs) {
    ticks.push({ at, x: xOf(at) })
  }
  return ticks
}
