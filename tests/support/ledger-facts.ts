import { expect } from 'vitest'

/** A row of the ledger, as far as these look at it. */
export type LedgerRow = {
  check_id: string
  number: number
  kind: string
  tent_id: string | null
  outcome: 'miss' | 'make' | null
  request_id: string | null
  net_id: string | null
  by_name: string
  at: string | Date
  data: {
    outcome?: string
    from?: string
    present?: string[]
    note?: string
    reason?: string
    markNumber?: number
    call?: number
    calls?: number
    closesAt?: string | null
    names?: string[]
    tents?: { id: string }[]
  }
}

/** How each tent stands in each check, by the ledger alone; no tent is marked twice. */
export function standingIn(events: LedgerRow[]): Map<string, Map<string, string>> {
  const checks = new Map<string, Map<string, string>>()
  for (const checkId of new Set(events.map(({ check_id }) => check_id))) {
    const own = events.filter(({ check_id }) => check_id === checkId)
    const inOrder = own.sort((one, other) => one.number - other.number)
    expect(inOrder.map(({ number }) => number)).toEqual(inOrder.map((_, place) => place + 1))
    const tents = new Map<string, string>()
    for (const { kind, tent_id, outcome, data } of inOrder) {
      if (kind === 'marked') tents.set(tent_id ?? '', outcome ?? '')
      if (kind === 'undone') tents.delete(tent_id ?? '')
      if (kind === 'corrected') tents.set(tent_id ?? '', data.outcome ?? '')
    }
    checks.set(checkId, tents)
  }
  return checks
}

/** The standing marks of a check by their tents; none is marked twice. `events`: in order. */
export function marksIn(events: LedgerRow[], checkId: string): Map<string, LedgerRow> {
  const marks = new Map<string, LedgerRow>()
  for (const event of events) {
    const { check_id, kind, tent_id } = event
    if (check_id !== checkId || tent_id === null) continue
    if (kind === 'marked') {
      expect(marks.has(tent_id)).toBe(false)
      marks.set(tent_id, event)
    }
    if (kind === 'undone') expect(marks.delete(tent_id)).toBe(true)
  }
  return marks
}

/**
 * How far a check has come: whether it is over and how, the calls that stand, and who is excluded; each
 * event is one that may come then. `events`: in order.
 */
export function courseOf(events: LedgerRow[], checkId: string) {
  let ending: string | null = null
  const calls: LedgerRow[] = []
  const excluded = new Set<string>()
  for (const event of events.filter(({ check_id }) => check_id === checkId)) {
    const { number, kind, data } = event
    expect([kind, number === 1]).toEqual([kind, kind === 'started'])
    const isForLater = ['corrected', 'lateMark', 'reopened'].includes(kind)
    expect([kind, ending !== null]).toEqual([kind, isForLater])
    if (kind === 'ended' || kind === 'cancelled') ending = kind
    if (kind === 'reopened') ending = null
    if (kind === 'called') expect(calls.push(event)).toBe(data.call)
    if (kind === 'callUndone') expect(calls.pop()?.data.call).toBe(data.call)
    for (const name of data.names ?? []) {
      expect([name, excluded.has(name)]).toEqual([name, kind === 'included'])
      if (kind === 'excluded') excluded.add(name)
      else excluded.delete(name)
    }
  }
  return { ending, calls, excluded }
}
