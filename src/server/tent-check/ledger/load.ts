import { groupedBy } from '../../../shared/grouped.ts'
import { findSessions } from '../../accounts/sessions/store.ts'
import { findUser } from '../../accounts/store.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { readSeasonFacts } from '../../season/reader.ts'
import type { CachedLedger } from './cached-ledger.ts'
import { type CheckState, unreadableCheck } from './check-state.ts'
import type { Command } from './command.ts'
import type { AnsweredRequest } from './effects.ts'
import { type CheckEvent, factsOf, type TentRow, tentOf } from './events.ts'
import { readableCheck } from './readable-check.ts'
import { type LedgerState, type Person, runningCheck } from './state.ts'
import {
  findNewestCheckId,
  listAnsweredRequests,
  listChecks,
  listDisputeStates,
  listEvents,
  listEventsOfTents,
  listRequests,
  listTentRows,
} from './store.ts'

/** The state without a query: people as they were when their session was checked. */
export function cachedState(cache: CachedLedger, commands: readonly Command[]): LedgerState {
  const actors = commands.flatMap(({ by }) => by ?? [])
  return {
    epoch: cache.epoch(),
    check: cache.check(),
    pastChecks: new Map(),
    tents: cache.tents(),
    people: new Map(actors.map(({ user }) => [user.netID, user])),
    sessions: new Map(
      actors.flatMap(({ tokenHash, user }) =>
        tokenHash === null ? [] : [[tokenHash, user.netID]],
      ),
    ),
    requests: new Map(),
    answeredRequests: new Map(),
    tentEvents: new Map(),
    season: null,
    disputes: new Map(),
    newestCheckId: null,
  }
}

/** Everything these commands need, from the database. The cache must have caught up just before. */
export async function loadState(
  ctx: Pick<Context, 'log'>,
  reader: Reader,
  cache: CachedLedger,
  commands: readonly Command[],
  now: Date,
): Promise<LedgerState> {
  const check = cache.check()
  const needs = commands.map(({ rules, args }) => rules.needs(args, check))
  const ids = new Set(needs.flatMap(({ tents = [] }) => tents))
  // The first mark of a check reads all its tents, so that later ones find them cached.
  const running = cache.tents().size === 0 ? runningCheck({ check }) : null
  for (const { id } of running?.tents ?? []) ids.add(id)
  const rows = await listTentRows(reader, [...ids])
  cache.knowTents(new Map(rows.map((row) => [row.id, row])))
  // At once: where another server starts a check during the reads below, the cache drops its tents.
  const tents = cache.tents()
  const history = new Set(needs.flatMap(({ tentEvents = [] }) => tentEvents))
  const requestIds = new Set(needs.flatMap(({ requests = [] }) => requests))
  return {
    epoch: cache.epoch(),
    check,
    pastChecks: await loadChecks(ctx, reader, new Set(needs.flatMap(({ checks = [] }) => checks))),
    tents,
    ...(await loadPeople(reader, commands, now)),
    disputes: await loadDisputes(reader, new Set(needs.flatMap(({ disputes = [] }) => disputes))),
    newestCheckId: needs.some(({ newestCheck }) => newestCheck)
      ? await findNewestCheckId(reader)
      : null,
    season: needs.some(({ season }) => season) ? await readSeasonFacts(reader, now) : null,
    tentEvents: await loadTentEvents(reader, rows, history),
    // Read last: otherwise an earlier try of the same request, written in between, could be missed.
    answeredRequests: await loadAnsweredRequests(reader, requestIds),
    requests: await loadRequests(reader, requestIds),
  }
}

async function loadPeople(reader: Reader, commands: readonly Command[], now: Date) {
  const people = new Map<string, Person>()
  const sessions = new Map<string, string>()
  const actors = commands.flatMap(({ by }) => by ?? [])
  const hashes = new Set(actors.flatMap(({ tokenHash }) => tokenHash ?? []))
  const found = hashes.size === 0 ? [] : await findSessions(reader, [...hashes], now)
  for (const { user, tokenHash } of found) {
    people.set(user.netID, user)
    sessions.set(tokenHash, user.netID)
  }
  for (const { user, tokenHash } of actors) {
    if (tokenHash !== null || people.has(user.netID)) continue
    const person = await findUser(reader, user.netID)
    if (person !== undefined) people.set(person.netID, person)
  }
  return { people, sessions }
}

/** Checks by their ids; `isUnreadable` those that cannot be folded. */
export async function loadChecks(
  ctx: Pick<Context, 'log'>,
  reader: Reader,
  ids: ReadonlySet<string>,
): Promise<Map<string, CheckState>> {
  const checks = new Map<string, CheckState>()
  for (const row of await listChecks(reader, [...ids])) {
    const events = await listEvents(reader, row.id, 1)
    const check = readableCheck(ctx, row.id, null, events)
    checks.set(row.id, check ?? unreadableCheck(row, events.at(-1)))
  }
  return checks
}

async function loadRequests(
  reader: Reader,
  ids: ReadonlySet<string>,
): Promise<Map<string, CheckEvent[]>> {
  return groupedBy(await listRequests(reader, [...ids]), ({ requestId = '' }) => requestId)
}

async function loadAnsweredRequests(
  reader: Reader,
  ids: ReadonlySet<string>,
): Promise<Map<string, AnsweredRequest>> {
  const requests = new Map<string, AnsweredRequest>()
  for (const { requestId, netID, event } of await listAnsweredRequests(reader, [...ids])) {
    const { checkId } = event
    const { marks = [] } = requests.get(requestId) ?? {}
    if (event.kind !== 'marked') continue
    requests.set(requestId, { requestId, netID, checkId, marks: [...marks, factsOf(event)] })
  }
  return requests
}

/** Events by their tent's current id, also older ones. `rows`: these tents under every id. */
async function loadTentEvents(
  reader: Reader,
  rows: readonly TentRow[],
  ids: ReadonlySet<string>,
): Promise<Map<string, CheckEvent[]>> {
  const currentIds = new Map(rows.map(({ id, became }) => [id, became ?? id]))
  const found = new Map(Array.from(ids, (id) => [currentIds.get(id) ?? id, [] as CheckEvent[]]))
  const everyId = rows.flatMap(({ id, became }) => (found.has(became ?? id) ? [id] : []))
  const events = everyId.length === 0 ? [] : await listEventsOfTents(reader, everyId)
  for (const event of events) found.get(currentIds.get(tentOf(event) ?? '') ?? '')?.push(event)
  return found
}

async function loadDisputes(
  reader: Reader,
  ids: ReadonlySet<string>,
): Promise<Map<string, { isAnswered: boolean }>> {
  const rows = await listDisputeStates(reader, [...ids])
  return new Map(rows.map(({ id, answeredAt }) => [id, { isAnswered: answeredAt !== null }]))
}
