import { columnsOf } from '../../db/columns.ts'
import { type CheckState, rowOf } from './check-state.ts'
import type { Author } from './command.ts'
import type { Effects } from './effects.ts'
import { type CheckEvent, tentOf } from './events.ts'
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

/** The parameters of `append_to_ledger` except the time: expected values, events, effects. */
export function appendParameters({ expected, events, written, effects, checks }: Append): object[] {
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
      tents: Object.fromEntries(effects.tents.map(({ id, was }) => [id, columnsOf('tents', was)])),
      disputes: Object.fromEntries(
        effects.disputes.map(({ id }) => [id, columnsOf('disputes', { answeredAt: null })]),
      ),
      member_ids: Object.fromEntries(
        effects.tents.flatMap(({ id, was: { people } }) =>
          people === undefined ? [] : [[id, people.map((member) => member.id)]],
        ),
      ),
      people: Object.fromEntries(
        expected.people.map(({ netID, firstName, isLineMonitor, isSuperUser }) => [
          netID,
          columnsOf('users', { firstName, isLineMonitor, isSuperUser }),
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
        .map((check) => columnsOf('checks', rowOf(check))),
      tents: effects.tents
        .filter(({ becomes }) => Object.keys(becomes).length > 0)
        .map(({ id, becomes }) => columnsOf('tents', { id, ...becomes })),
      results: effects.results.map((result) => columnsOf('outbox', result)),
      disputes: effects.disputes.map((answer) => columnsOf('disputes', answer)),
      audit: effects.audit.map(({ event, requestId }) => {
        const { kind, netID, about, ...data } = { about: null, ...event }
        return columnsOf('auditEvents', { kind, netID, about, data, requestId })
      }),
      pushes: effects.pushes.map((push) => columnsOf('pushes', push)),
      answers: effects.answers.flatMap(({ requestId, netID, checkId, marks }) =>
        marks.map(({ number }, part) =>
          columnsOf('answeredRequests', { requestId, part, checkId, number, netID }),
        ),
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
    const requestPart = requestId === undefined ? 0 : (parts.get(requestId) ?? 0)
    if (requestId !== undefined) parts.set(requestId, requestPart + 1)
    return columnsOf('checkEvents', {
      ...{ checkId, number, kind, at, byName: by, netID, requestId, deviceTime, requestPart, data },
      tentId: tentOf(event),
      outcome: 'mark' in event ? event.mark.outcome : null,
    })
  })
}
