import { hourMs } from '../../shared/durations.ts'
import type { TeamStats } from '../../shared/team-stats/contract.ts'
import { unknownStats } from '../../shared/team-stats/unknown.ts'

/** The service gives unranked teams this rank, or none. */
const unranked = 99
/** A game that began longer ago is over, even if the service says otherwise. */
const gameLastsMs = 6 * hourMs
const noLongerAhead = [
  'STATUS_FINAL',
  'STATUS_POSTPONED',
  'STATUS_CANCELED',
  'STATUS_FORFEIT',
] as const
const longest = 60

/**
 * Our four texts from the sports service's answer, which may have any form: each field is read
 * separately, and a missing or odd one becomes its default. null: the answer is not about a team.
 */
export function statsOf(answer: unknown, teamId: string, now: Date): TeamStats | null {
  const team = at(answer, 'team')
  if (typeof team !== 'object' || team === null) return null
  return {
    rank: rankOf(at(team, 'rank')),
    record: recordOf(at(team, 'record', 'items')),
    standing: textOf(at(team, 'standingSummary')) ?? unknownStats.standing,
    nextOpponent: nextOpponentOf(at(team, 'nextEvent'), teamId, now) ?? unknownStats.nextOpponent,
  }
}

function rankOf(rank: unknown): string {
  const number = typeof rank === 'string' ? Number(rank) : rank
  const isRank = Number.isInteger(number) && Number(number) > 0 && Number(number) < unranked
  return isRank ? String(number) : unknownStats.rank
}

function recordOf(items: unknown): string {
  if (!Array.isArray(items)) return unknownStats.record
  const total: unknown = items.find((item) => at(item, 'type') === 'total') ?? items[0]
  return textOf(at(total, 'summary')) ?? unknownStats.record
}

/** The service may list the game before first, for a while after it. */
function nextOpponentOf(events: unknown, teamId: string, now: Date): string | null {
  if (!Array.isArray(events)) return null
  const next: unknown = events.find((event) => isAhead(event, now))
  return opponentOf(at(next, 'competitions', 0), teamId)
}

/** A game that is on counts as the next one. */
function isAhead(event: unknown, now: Date): boolean {
  const game = at(event, 'competitions', 0)
  const date = Date.parse(String(at(game, 'date') ?? at(event, 'date')))
  if (date < now.getTime() - gameLastsMs) return false
  const status = at(game, 'status', 'type')
  if (at(status, 'completed') === true || at(status, 'state') === 'post') return false
  return !noLongerAhead.some((name) => name === at(status, 'name'))
}

function opponentOf(game: unknown, teamId: string): string | null {
  const sides = at(game, 'competitors')
  if (!Array.isArray(sides)) return null
  const isOurs = (side: unknown) => String(at(side, 'team', 'id')) === teamId
  const ours: unknown = sides.find(isOurs)
  const name = textOf(
    at(
      sides.find((side) => !isOurs(side)),
      'team',
      'displayName',
    ),
  )
  if (ours === undefined || name === null) return null
  const place = at(ours, 'homeAway')
  return place === 'home' ? `vs ${name}` : place === 'away' ? `at ${name}` : name
}

/** A short text of one line; null for anything else. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  // Half a surrogate pair could not be stored.
  const text = value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' ? null : [...text].slice(0, longest).join('')
}

/** What stands at a path within anything at all. */
function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (within, key) =>
      typeof within === 'object' && within !== null && Object.hasOwn(within, key)
        ? Reflect.get(within, key)
        : undefined,
    value,
  )
}
