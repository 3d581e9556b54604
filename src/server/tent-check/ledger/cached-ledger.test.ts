import { expect, it } from 'vitest'
import { systemContext } from '../../context.ts'
import { cachedLedger, type LedgerNews } from './cached-ledger.ts'
import { stepsFrom } from './check-state.ts'
import type { EventOf } from './events.ts'

function started(checkId: string) {
  const event: EventOf<'started'> = {
    ...{ checkId, number: 1, at: '2026-01-19T03:04:00.000Z', by: 'Lena', netID: 'lena' },
    ...{ kind: 'started', numCheckers: 1, tents: [{ id: 'a', groupIndex: 0 }] },
  }
  const steps = stepsFrom(null, [event])
  return { steps, after: { check: steps[0]?.after ?? null, tents: new Map() } }
}

it('a start whose answer comes late does not bring back a check that others are past', () => {
  const told: LedgerNews[] = []
  const cache = cachedLedger({ ...systemContext, log: { error() {} } as never }, (news) =>
    told.push(news),
  )
  const none = { check: null }
  const [first, second] = [started('c1'), started('c2')]
  cache.adopt(second.steps, second.after, none)
  cache.adopt(first.steps, first.after, none)
  expect(cache.check()?.id).toBe('c2')
  expect(told).toEqual([{ kind: 'events', steps: second.steps }])
})
