import type {
  CheckLine,
  Disputed,
  HistoryEvent,
  ListedCheck,
  StandingOutcome,
  TentRecord,
} from '../../shared/check-history/contract.ts'
import { excludedText } from '../../shared/check-history/excluded.ts'
import { minutesOf } from '../../shared/check-history/minutes.ts'
import { hourMs } from '../../shared/durations.ts'
import type { Times } from '../ui/times.ts'

export const outcomeWords: Record<StandingOutcome, string> = {
  make: 'Make',
  miss: 'Miss',
  none: 'Not marked',
}

const inSentence: Record<StandingOutcome, string> = {
  make: 'a Make',
  miss: 'a Miss',
  none: 'not marked',
}

/** `Ended after 41 min`, `Cancelled after 3 min`, `Still on`. */
export function endingText({
  startedAt,
  endedAt,
  ending,
}: Pick<ListedCheck, 'startedAt' | 'endedAt' | 'ending'>): string {
  if (ending === null || endedAt === null) return 'Still on'
  const minutes = Math.round(minutesOf({ startedAt, endedAt }))
  return `${ending === 'ended' ? 'Ended' : 'Cancelled'} after ${minutes} min`
}

/** `Blue, night`; '' where the check is older than the season's rules. */
export function periodText({ period, clock }: Pick<ListedCheck, 'period' | 'clock'>): string {
  if (clock === null) return period ?? ''
  return period === null ? `in no period, by ${clock}` : `${period}, ${clock}`
}

/** The season's rules that the check began under: `rules version 3`; 0: nobody had saved any. */
export function rulesText(version: number): string {
  return version === 0 ? 'rules as they come with the app' : `rules version ${version}`
}

/**
 * `2 of 6 counted: Ann, Bo`, and `6 required` without the mark of a Make, or once its season is
 * closed; '' where nobody was counted and nothing was required. Who of them was excluded after all
 * stands behind it: `1 of 6 since Bo was excluded`.
 */
export function countedText(
  line: Pick<CheckLine, 'marked' | 'present' | 'required'> & { seasonClosed?: true | undefined },
  excluded: readonly string[],
): string {
  const { marked, present, required, seasonClosed } = line
  if (seasonClosed || marked !== 'make') {
    return required === null ? '' : `${required} required`
  }
  if (present.length === 0 && required === null) return ''
  const countOf = (count: number) => (required === null ? `${count}` : `${count} of ${required}`)
  const counted = `${countOf(present.length)} counted${present.length === 0 ? '' : `: ${present.join(', ')}`}`
  const left = present.filter((name) => !excluded.includes(name)).length
  if (left === present.length) return counted
  const gone = excluded.filter((name) => present.includes(name))
  return `${counted} · ${countOf(left)} since ${excludedText(gone)}`
}

/** At the line of a Miss that its tent disputed. */
export function disputeText({ isAnswered, isWaiting }: Disputed): string {
  if (isAnswered) return 'disputed, answered'
  return isWaiting
    ? 'disputed, not answered yet'
    : 'disputed, its season was closed before an answer'
}

/** Below the word Misses: `1 of 2 allowed in Blue.` */
export function missesText({ period, misses, allowed }: TentRecord['standing']): string {
  if (period === null) return 'There is no period now, so none count.'
  return `${misses} of ${allowed} allowed in ${period}.`
}

/** `1 of 1 Misses allowed in Black.` */
export function missesAllowedText({ period, misses, allowed }: TentRecord['standing']): string {
  if (period === null) return 'There is no period now, so no Misses count.'
  return `${misses} of ${allowed} Misses allowed in ${period}.`
}

/**
 * Tells line monitors that the roster's own number of Misses cannot come from the checks. It may
 * include Misses of earlier periods, but not more than all checks of the season gave, and not fewer
 * than those of this period. null: the checks explain it, or the reader may not see it.
 */
export function rosterMissesText({
  numberOfMisses,
  explained,
}: Pick<TentRecord, 'numberOfMisses' | 'explained'>): string | null {
  if (numberOfMisses === undefined || explained === undefined) return null
  if (numberOfMisses >= explained.least && numberOfMisses <= explained.most) return null
  return `The roster says ${numberOfMisses}, which differs from what the checks explain: somebody changed it.`
}

/** `corrected to a Make: She was there.` */
export function correctionText({
  outcome,
  reason,
}: {
  outcome: StandingOutcome
  reason: string
}): string {
  return `corrected to ${inSentence[outcome]}${reasonText(reason)}`
}

/** Who did it; the names of a closed season are empty. */
export function personText(person: { name: string } | null): string {
  return person === null ? 'The server' : person.name || 'Somebody'
}

/** `, in grace and off season`; '' for a usual start. */
function circumstancesText({ inGrace, offSeason, noChecks }: HistoryEvent): string {
  const said = [
    ...(inGrace ? ['in grace'] : []),
    ...(offSeason ? ['off season'] : []),
    ...(noChecks ? ['in a period without checks'] : []),
  ]
  return said.length === 0 ? '' : `, ${said.join(' and ')}`
}

/** An event as a sentence without its time. `tentOf`: a tent's label by its id. */
export function eventText(event: HistoryEvent, tentOf: (id: string) => string): string {
  const who = personText(event.by)
  const tent = event.tentId === undefined ? 'a tent' : tentOf(event.tentId)
  const outcome = inSentence[event.outcome ?? 'none']
  const names = event.names?.join(', ') || 'somebody'
  const note = event.note ? ` (“${event.note}”)` : ''
  const reason = reasonText(event.reason)
  switch (event.kind) {
    case 'started':
      return `${who} started the check${circumstancesText(event)}`
    case 'marked':
      return `${who} marked ${tent} ${outcome}${note}`
    case 'undone':
      return `${who} took the mark of ${tent} back${reason}`
    case 'lateMark':
      return `${who} marked ${tent} ${outcome} when the check was over, which did not count${note}`
    case 'excluded':
      return `${who} excluded ${names}`
    case 'included':
      return `${who} counted ${names} in again`
    case 'called':
      return `${who} called the absent tents, call ${event.call}`
    case 'callUndone':
      return `${who} took call ${event.call} back`
    case 'ended':
      return `${who} ended the check`
    case 'cancelled':
      return `${who} cancelled the check`
    case 'reopened':
      return `${who} reopened the check`
    case 'corrected':
      return `${who} corrected ${tent} to ${outcome}${reason}`
  }
}

/** For this long after the start of a check, times are written without their day. */
const sameDayMs = 6 * hourMs

/** When something happened in a check, by this clock; with its day where that is another one. */
export function timeInCheck(
  at: string,
  startedAt: string,
  clock: (at: string) => string,
  { withDay }: Pick<Times, 'withDay'>,
): string {
  return Date.parse(at) - Date.parse(startedAt) > sameDayMs ? withDay(at) : clock(at)
}

/** A mark that arrives within this time after its phone's time for it is not said to be late. */
const unsaidMs = 30_000

/**
 * When a mark was made that came later, as without a network: `made 9:15 AM by the phone’s own clock`;
 * '' for others. That clock may be wrong, but a mark never comes before it was made. With its day where that is another
 * one than when the mark came.
 */
export function madeEarlierText(
  { kind, at, deviceTime }: Pick<HistoryEvent, 'kind' | 'at' | 'deviceTime'>,
  { clock, day, withDay }: Pick<Times, 'clock' | 'day' | 'withDay'>,
): string {
  if (kind !== 'marked' && kind !== 'lateMark') return ''
  const made = Date.parse(deviceTime ?? '')
  if (Number.isNaN(made) || Date.parse(at) - made <= unsaidMs) return ''
  const when = day(made) === day(at) ? clock(made) : withDay(made)
  return `made ${when} by the phone’s own clock, and sent later`
}

function reasonText(reason: string | undefined): string {
  return reason ? `: ${reason}` : ''
}
