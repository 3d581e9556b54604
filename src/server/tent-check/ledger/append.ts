import { columnsOf } from '../../db/columns.ts'
import { type CheckState, rowOf } from './check-state.ts'
import type { Author } from './command.ts'
import type { Effects } from './effects.ts'
import { rowOfEvent } from './event-row.ts'
import type { CheckEvent } from './events.ts'
import type { Person } from './state.ts'

/** What is to be appended, and everything that the decision depends on. */
export type Append = {
  now: Date
  expected: {
    epoch: string
    /** The checks that are written to or answered by, in their state before; null: a new check. */
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
  /** The same checks, in their state after. */
  checks: readonly CheckState[]
}

/** The parameters of `append_to_ledger` except the time: expected values, events, effects. */
export function appendParameters(given: Append): object[] {
  const { now, expected, events, written, effects } = given
  return [
    {
      epoch: expected.epoch,
      checks: Object.fromEntries(
        [...expected.checks].flatMap(([id, check]) =>
          check === null ? [] : [[id, lastOf(check)]],
        ),
      ),
      tents: Object.fromEntries(effects.tents.map(({ id, was }) => [id, columnsOf('tents', was)])),
      people: Object.fromEntries(
        expected.people.map(({ netID, firstName, isLineMonitor, isSuperUser }) => [
          netID,
          columnsOf('users', { firstName, isLineMonitor, isSuperUser }),
        ]),
      ),
      sessions: Object.fromEntries(
        expected.sessions.map(({ tokenHash, netID }) => [tokenHash, netID]),
      ),
      ...expectedBySome(given),
    },
    rowsOf(events, written),
    {
      checks: given.checks
        .filter((check) => isRowChanged(check, expected.checks.get(check.id) ?? null))
        .map((check) => columnsOf('checks', rowOf(check))),
      tents: effects.tents
        .filter(({ becomes }) => Object.keys(becomes).length > 0)
        .map(({ id, becomes }) => columnsOf('tents', { id, ...becomes })),
      outbox: effects.results.map((result) =>
        columnsOf('outbox', {
          kind: 'airtable',
          ...result,
          waitingSince: now,
          dueAt: now,
          attempts: 0,
        }),
      ),
      disputes: effects.disputes.map((answer) =>
        columnsOf('disputes', { ...answer, answeredAt: now }),
      ),
      audit_events: effects.audit.map(({ event, requestId }) => {
        const { kind, netID, about, ...data } = { about: null, ...event }
        return columnsOf('auditEvents', { at: now, kind, netID, about, data, requestId })
      }),
      pushes: effects.pushes.map((push) => columnsOf('pushes', push)),
      answered_requests: effects.answers.flatMap(({ requestId, netID, checkId, marks }) =>
        marks.map(({ number }, part) =>
          columnsOf('answeredRequests', { requestId, part, checkId, number, netID, at: now }),
        ),
      ),
    },
  ]
}

/** What only some decisions depend on. */
function expectedBySome({ expected, effects }: Append): object {
  const closed = expected.pastChecks.map(({ id, isSeasonClosed }) => [id, isSeasonClosed])
  const answered = effects.disputes.map(({ id }) => [
    id,
    columnsOf('disputes', { answeredAt: null }),
  ])
  const members = effects.tents.flatMap(({ id, was: { people } }) =>
    people === undefined ? [] : [[id, people.map((member) => member.id)]],
  )
  const entries = Object.entries({ seasonsClosed: closed, disputes: answered, member_ids: members })
  return {
    ...Object.fromEntries(
      entries.flatMap(([key, all]) => (all.length > 0 ? [[key, Object.fromEntries(all)]] : [])),
    ),
    ...('newestCheckId' in expected ? { newestCheck: expected.newestCheckId } : {}),
  }
}

/**
 * The last event of a check: its number, and its time in ms. After the database went back in time,
 * another event may have the same number.
 */
function lastOf({ number, at }: CheckState): { number: number; at?: number } {
  return at === null ? { number } : { number, at: Date.parse(at) }
}

function isRowChanged(after: CheckState, before: CheckState | null): boolean {
  return before === null || before.ending !== after.ending
}

/** Events as rows of `check_events`. */
function rowsOf(events: readonly CheckEvent[], written: Append['written']): object[] {
  const parts = new Map(written)
  return events.map((event) => {
    const { requestId } = event
    const part = parts.get(requestId ?? '') ?? 0
    if (requestId !== undefined) parts.set(requestId, part + 1)
    return columnsOf('checkEvents', rowOfEvent(event, part))
  })
}
