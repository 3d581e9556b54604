import { expect, it } from 'vitest'
import { backoffMs, nextBatch } from './batch.ts'
import type { QueuedResult } from './store.ts'

const now = new Date('2026-01-18T22:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const result = (tentId: string, more: Partial<QueuedResult> = {}): QueuedResult => ({
  checkId: 'c',
  number: 1,
  tentId,
  outcome: 'make',
  by: 'Mo',
  at: '',
  lastCheck: '',
  plan: null,
  waitingSince: ago(100),
  dueAt: ago(100),
  attempts: 0,
  failure: null,
  sentAt: null,
  ...more,
})
const tentsOf = (queue: QueuedResult[]) => nextBatch(queue, now).map(({ tentId }) => tentId)
const plan = {
  numberOfMisses: 1,
  before: { numberOfMisses: 0, lastMissLM: '', dateOfLastMiss: '' },
}

it('waits for ten tents, or until one has waited 2 seconds', () => {
  const nine = Array.from({ length: 9 }, (_, index) => result(`t${index}`))
  expect(tentsOf(nine)).toEqual([])
  expect(tentsOf([...nine, result('t9')])).toHaveLength(10)
  expect(tentsOf([result('old', { waitingSince: ago(2000) }), ...nine.slice(0, 3)])).toHaveLength(4)
})

it('takes ten tents at a time, all results of each', () => {
  const queue = Array.from({ length: 24 }, (_, index) => result(`t${index % 12}`))
  const batch = nextBatch(queue, now)
  expect(batch).toHaveLength(10)
  for (const { results } of batch) expect(results).toHaveLength(2)
})

it('leaves alone what is not due yet', () => {
  const later = result('a', { waitingSince: ago(9000), dueAt: new Date(now.getTime() + 1) })
  expect(tentsOf([later, result('b', { waitingSince: ago(9000) })])).toEqual(['b'])
})

it('plans no Miss from a tent that was written just now, which may be read as it was before', () => {
  const old = { waitingSince: ago(9000), outcome: 'miss' } as const
  expect(tentsOf([result('a', { ...old, sentAt: ago(4000) })])).toEqual([])
  expect(tentsOf([result('a', { ...old, sentAt: ago(5000) })])).toEqual(['a'])
  expect(tentsOf([result('a', { waitingSince: ago(9000), sentAt: ago(1) })])).toEqual(['a'])
})

it('settles what was sent without an answer before anything newer of its tent', () => {
  const sent = result('a', { waitingSince: ago(9000), plan })
  const newer = result('a', { number: 2, waitingSince: ago(5000) })
  expect(nextBatch([sent, newer], now)).toEqual([{ tentId: 'a', results: [sent] }])
})

it('tries what was refused again later and later, but every hour', () => {
  expect([0, 1, 2, 10, 99].map(backoffMs)).toEqual([30_000, 60_000, 120_000, 3_600_000, 3_600_000])
})
