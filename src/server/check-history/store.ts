import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HistoryEvent, StandingOutcome } from '../../shared/check-history/contract.ts'
import { excludedBy } from '../../shared/check-history/excluded.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import type { Reader } from '../db/database.ts'
import { auditEvents, checkEvents, checks, seasonVersions, tents } from '../db/schema.ts'
import type { CheckedTent } from '../tent-check/ledger/events.ts'
import type { SeasonEnd } from './closed-seasons.ts'
import { type CheckFacts, isReadable, type StartFacts } from './facts.ts'

/** A tent's current order and name. */
export type TentLabel = { id: string; order: string; name: string }

/** The current labels and ids of tents, by the ids that were given. */
export async function listTentLabels(
  { queries }: Reader,
  ids: readonly string[],
): Promise<Map<string, TentLabel>> {
  if (ids.length === 0) return new Map()
  const now = alias(tents, 'now')
  const rows = await queries
    .select({ was: tents.id, id: now.id, order: now.order, name: now.name })
    .from(tents)
    .innerJoin(now, eq(now.id, sql`coalesce(${tents.became}, ${tents.id})`))
    .where(inArray(tents.id, [...ids]))
  return new Map(rows.map(({ was, ...label }) => [was, label]))
}

/** Kind, netID, tent and outcome of an event. */
type FactRow = [string, string | null, string | null, StandingOutcome | null]

/** Raw SQL: in a select the query builder omits table prefixes. */
const factColumns = {
  row: {
    id: checks.id,
    startedBy: checks.startedBy,
    startedAt: checks.startedAt,
    endedAt: checks.endedAt,
  },
  facts: sql<FactRow[] | null>`(
    select json_agg(json_build_array(event.kind, event.net_id, event.tent_id,
      case event.kind when 'corrected' then event.data ->> 'outcome' else event.outcome end
    ) order by event.number)
    from ${checkEvents} event where event.check_id = checks.id
  )`,
  start: sql<StartFacts | null>`(
    select json_build_object(
      'by', event.by_name,
      'tents', jsonb_array_length(event.data -> 'tents'),
      'period', event.data -> 'period',
      'clock', event.data -> 'clock',
      'inGrace', event.data ? 'inGrace',
      'seasonClosed', event.data ? 'seasonClosed'
    )
    from ${checkEvents} event
    where event.check_id = checks.id and event.number = 1
      and jsonb_typeof(event.data -> 'tents') = 'array'
  )`,
}

const isSeasonClosed = sql<boolean>`exists (
  select from ${checkEvents} event
  where event.check_id = checks.id and event.number = 1 and event.data ? 'seasonClosed'
)`

/** One query, however many checks there are; without members' names. */
async function listFacts(
  { queries }: Reader,
  where: SQL | undefined,
  order = asc(checks.sequence),
  limit?: number,
): Promise<CheckFacts[]> {
  const query = queries.select(factColumns).from(checks).where(where).orderBy(order)
  const rows = await (limit === undefined ? query : query.limit(limit))
  return rows.map(({ row: { startedAt, endedAt, ...row }, facts: found, start }) => {
    const facts = (found ?? []).map(([kind, netID, tentId, outcome]) => ({
      kind,
      netID,
      tentId,
      outcome,
    }))
    return {
      row: {
        ...row,
        startedAt: startedAt.toISOString(),
        endedAt: endedAt === null ? null : endedAt.toISOString(),
      },
      start: isReadable(facts) ? start : null,
      facts,
    }
  })
}

/** At most `limit`; only checks before `before`, which must exist. */
export function listCheckFacts(
  reader: Reader,
  before: string | null,
  limit: number,
): Promise<CheckFacts[]> {
  const older = sql`checks.sequence < (
    select other.sequence from ${checks} other where other.id = ${before}
  )`
  return listFacts(reader, before === null ? undefined : older, desc(checks.sequence), limit)
}

/** From `from` (inclusive) to `to` (exclusive); null means no bound. */
export function listFactsBetween(
  reader: Reader,
  from: Date | null,
  to: Date | null,
): Promise<CheckFacts[]> {
  const where = and(
    isNotNull(checks.endedAt),
    from === null ? undefined : gte(checks.startedAt, from),
    to === null ? undefined : lt(checks.startedAt, to),
  )
  return listFacts(reader, where)
}

/** The checks that began after the one of sequence `after`, up to that of `upTo`. */
export function listFactsOfSeason(
  reader: Reader,
  { after, upTo }: { after: number; upTo: number },
): Promise<CheckFacts[]> {
  return listFacts(reader, and(gt(checks.sequence, after), lte(checks.sequence, upTo)))
}

/** The seasons that were closed, oldest first. */
export async function listSeasonEnds({ queries }: Reader): Promise<SeasonEnd[]> {
  // Older events do not name the version: those saved with the time of a closing are the next season's.
  const name = sql<string | null>`(
    select version.rules ->> 'name' from ${seasonVersions} version
    where case when ${auditEvents.data} ? 'rulesVersion'
      then version.version = (${auditEvents.data} ->> 'rulesVersion')::int
      else version.saved_at < ${auditEvents.at} end
    order by version.version desc limit 1
  )`
  // Older events do not name the last check.
  const lastSequence = sql`(
    select max(sequence) from ${checks} "check" where case when ${auditEvents.data} ? 'lastCheck'
      then "check".id = (${auditEvents.data} ->> 'lastCheck')::uuid
      else "check".started_at < ${auditEvents.at} end
  )`
  const rows = await queries
    .select({
      closedAt: auditEvents.at,
      tents: sql<number>`(${auditEvents.data} ->> 'tents')::int`,
      types: sql<Record<string, string> | null>`${auditEvents.data} -> 'types'`,
      lastSequence: sql<string | null>`${lastSequence}`,
      name,
    })
    .from(auditEvents)
    .where(eq(auditEvents.kind, 'seasonClosed'))
    .orderBy(asc(auditEvents.id))
  return rows.map(({ lastSequence, ...row }) => ({
    ...row,
    lastSequence: Number(lastSequence),
    name: row.name ?? defaultRules.name,
  }))
}

/** A current or former tent, with every id that it ever had. */
export type TentEver = TentLabel & { numberOfMisses: number; ids: string[] }

/** Finds a tent by any of its ids; null: there never was one. */
export async function findTentEver({ queries }: Reader, id: string): Promise<TentEver | null> {
  const current = queries
    .select({ id: sql`coalesce(${tents.became}, ${tents.id})` })
    .from(tents)
    .where(eq(tents.id, id))
  const { order, name, numberOfMisses, became } = tents
  const rows = await queries
    .select({ id: tents.id, order, name, numberOfMisses, became })
    .from(tents)
    .where(or(inArray(tents.id, current), inArray(became, current)))
  const now = rows.find((row) => row.became === null)
  if (now === undefined) return null
  const { became: _, ...tent } = now
  return { ...tent, ids: rows.map((row) => row.id) }
}

/** A check with its start facts about one tent; `endedAt` null: it is on. */
export type CheckOfTent = {
  checkId: string
  startedAt: Date
  endedAt: Date | null
  ending: string
  tent: CheckedTent
  isSeasonClosed: boolean
  /** By the rules that it began under. */
  disputeHours: number
}

/** The last check that is over, and whether its season is closed; null: there is none. */
export async function findLastOver({
  queries,
}: Reader): Promise<{ id: string; startedAt: Date; isSeasonClosed: boolean } | null> {
  const [row] = await queries
    .select({ id: checks.id, startedAt: checks.startedAt, isSeasonClosed })
    .from(checks)
    .where(isNotNull(checks.endedAt))
    .orderBy(desc(checks.sequence))
    .limit(1)
  return row ?? null
}

/**
 * The checks that are over and included the tent under any of these ids, newest first. `since`: the
 * earliest start; `andRunning`: also the one that is on.
 */
export async function listChecksOfTent(
  { queries }: Reader,
  tentIds: readonly string[],
  { since, andRunning = false }: { since?: Date; andRunning?: boolean } = {},
): Promise<CheckOfTent[]> {
  const ids = sql`${JSON.stringify({ ids: tentIds })}::jsonb`
  const tent = sql<CheckedTent | null>`(
    select jsonb_path_query_first(event.data, '$.tents[*] ? (@.id == $ids[*])', ${ids})
    from ${checkEvents} event where event.check_id = checks.id and event.number = 1
  )`
  const ending = sql<string | null>`(
    select event.kind from ${checkEvents} event
    where event.check_id = checks.id and event.kind in ('ended', 'cancelled')
    order by event.number desc limit 1
  )`
  const disputeHours = sql<number | null>`(
    select (version.rules ->> 'disputeHours')::int
    from ${checkEvents} event
    join ${seasonVersions} version on version.version = (event.data ->> 'rulesVersion')::int
    where event.check_id = checks.id and event.number = 1
  )`
  const { id: checkId, startedAt, endedAt } = checks
  const columns = { checkId, startedAt, endedAt, ending, tent, isSeasonClosed, disputeHours }
  const rows = await queries
    .select(columns)
    .from(checks)
    .where(
      and(
        andRunning ? undefined : isNotNull(checks.endedAt),
        since === undefined ? undefined : gte(checks.startedAt, since),
      ),
    )
    .orderBy(desc(checks.sequence))
  return rows.flatMap(({ tent, ending, disputeHours, ...row }) =>
    tent === null
      ? []
      : [
          {
            ...row,
            ending: ending ?? 'ended',
            tent,
            disputeHours: disputeHours ?? defaultRules.disputeHours,
          },
        ],
  )
}

/** Who was excluded at the end of each of these checks, by the check's id. */
export async function listExcluded(
  { queries }: Reader,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (checkIds.length === 0) return new Map()
  const { checkId, kind, data, number } = checkEvents
  const changes = sql<Pick<HistoryEvent, 'kind' | 'names'>[]>`json_agg(
    json_build_object('kind', ${kind}, 'names', ${data} -> 'names') order by ${number}
  )`
  const rows = await queries
    .select({ checkId, changes })
    .from(checkEvents)
    .where(
      and(
        inArray(checkId, [...checkIds]),
        // No parameters: these kinds alone are in the index.
        sql`${kind} in ('excluded', 'included')`,
        sql`jsonb_typeof(${data} -> 'names') = 'array'`,
      ),
    )
    .groupBy(checkId)
  return new Map(rows.map(({ checkId, changes }) => [checkId, excludedBy(changes)]))
}
