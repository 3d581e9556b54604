import { type CheckState, rowOf } from './check-state.ts'
import type { Author } from './command.ts'
import type { Effects } from './effects.ts'
import { type CheckEvent, type TentRow, tentOf } from './events.ts'
import type { Person } from './state.ts'

/** What is to be appended, and everything that the decision depends on. */
export type Append = {
  now: Date
  expected: {
    epoch: string
    /** The checks that are written to, in their state before; null: a new check. */
    checks: ReadonlyMap<string, CheckState | null>
    /** Checks that are over and that the decision depends on. */
    pastChecks: readonly Pick<CheckState, 'id' | 'isSeasonClosed'>[]
    /** The check that began last (null: none did), if the decision depends on it. */
    newestCheckId?: string | null
    people: readonly Person[]
    sessions: readonly { tokenHash: string; netID: NonNullable<Author['netID']> }[]
  }
  events: readonly CheckEvent[]
  /** How many events each client request, by its id, has written before. */
  written: ReadonlyMap<string, number>
  effects: Effects
  /** The checks that are written to, in their state after. */
  checks: readonly CheckState[]
}

/** A field of a tent that is a column of its row. */
type TentColumn = Exclude<keyof TentRow, 'people'>

/**
 * The parameters of `append_to_ledger` except the time: expected values, events, effects.
 * `columnOf` names the column of a tent's field.
 */
export function appendParameters(
  { expected, events, written, effects, checks }: Append,
  columnOf: (field: TentColumn) => string,
): object[] {
  const columnsOf = ({ people: _, ...fields }: Partial<TentRow>) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [columnOf(field as TentColumn), value]),
    )
  return [
    {
      epoch: expected.epoch,
      checks: Object.fromEntries(
        [...expected.checks].flatMap(([id, check]) =>
          check === null ? [] : [[id, lastOf(check)]],
        ),
      ),
      seasonsClosed: Object.fromEntries(
        expected.pastChecks.map(({ id, isSeasonClosed }) => [id, isSeasonClosed]),
      ),
      ...('newestCheckId' in expected ? { newestCheck: expected.newestCheckId } : {}),
      tents: Object.fromEntries(effects.tents.map(({ id, was }) => [id, columnsOf(was)])),
      disputes: Object.fromEntries(effects.disputes.map(({ id }) => [id, { answered_at: null }])),
      member_ids: Object.fromEntries(
        effects.tents.flatMap(({ id, was: { people } }) =>
          people === undefined ? [] : [[id, people.map((member) => member.id)]],
        ),
      ),
      people: Object.fromEntries(
        expected.people.map(({ netID, firstName, isLineMonitor, isSuperUser }) => [
          netID,
          {
            first_name: firstName,
            is_line_monitor: isLineMonitor,
            is_super_user: isSuperUser,
          },
        ]),
      ),
      sessions: Object.fromEntries(
        expected.sessions.map(({ tokenHash, netID }) => [tokenHash, netID]),
      ),
    },
    rowsOf(events, written),
    {
      checks: checks
        .filter((check) => isRowNew(check, expected.checks.get(check.id) ?? null))
        .map(rowOf)
        .map(({ id, numCheckers, startedBy, startedAt, endedAt }) => ({
          id,
          num_checkers: numCheckers,
          started_by: startedBy,
          started_at: startedAt,
          ended_at: endedAt,
        })),
      tents: effects.tents
        .filter(({ becomes }) => Object.keys(becomes).length > 0)
        .map(({ id, becomes }) => ({ id, ...columnsOf(becomes) })),
      results: effects.results.map(({ checkId, number, tentId, change }) => ({
        check_id: checkId,
        number,
        tent_id: tentId,
        change,
      })),
      disputes: effects.disputes.map(({ id, outcome, answer, answeredBy }) => ({
        id,
        outcome,
        answer,
        answered_by: answeredBy,
      })),
      audit: effects.audit.map(({ event, requestId }) => {
        const { kind, netID, about, ...data } = { about: null, ...event }
        return { kind, net_id: netID, about, data, request_id: requestId }
      }),
      pushes: effects.pushes.map(({ kind, topic, about, dueAt, goodUntil }) => ({
        kind,
        topic,
        about,
        due_at: dueAt,
        good_until: goodUntil,
      })),
      answers: effects.answers.flatMap(({ requestId, netID, checkId, marks }) =>
        marks.map(({ number }, part) => ({
          request_id: requestId,
          part,
          check_id: checkId,
          number,
          net_id: netID,
        })),
      ),
    },
  ]
}

/**
 * The last event of a check: its number, and its time in ms. After the database went back in time,
 * another event may have the same number.
 */
function lastOf({ number, at }: CheckState): { number: number; at?: number } {
  return at === null ? { number } : { number, at: Date.parse(at) }
}

function isRowNew(after: CheckState, before: CheckState | null): boolean {
  return before === null || before.ending !== after.ending
}

/** Events as rows; `data` takes what has no column of its own. */
function rowsOf(events: readonly CheckEvent[], written: Append['written']): object[] {
  const parts = new Map(written)
  return events.map((event) => {
    const { checkId, number, kind, at, by, netID, requestId, deviceTime, ...data } = event
    const part = requestId === undefined ? 0 : (parts.get(requestId) ?? 0)
    if (requestId !== undefined) parts.set(requestId, part + 1)
    return {
      check_id: checkId,
      number,
      kind,
      at,
      device_time: deviceTime ?? null,
      net_id: netID,
      by_name: by,
      tent_id: tentOf(event),
      outcome: 'mark' in event ? event.mark.outcome : null,
      request_id: requestId ?? null,
      request_part: part,
      data,
    }
  })
}
