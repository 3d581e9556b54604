import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { AirtableFailure } from '../airtable/failure.ts'
import { resultCells } from '../tent-check/ledger/events.ts'
import {
  failedTents,
  inTurn,
  lagAtMostMs,
  nextBatch,
  putOff,
  refused,
  wordsBefore,
} from './batch.ts'
import type { QueuedResult } from './store.ts'
import { underWayMs } from './under-way.ts'

const now = new Date('2026-01-18T22:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
type Marked = Extract<QueuedResult, { kind: 'marked' }>
const make = {
  kind: 'marked',
  misses: 0,
  mark: { number: 1, pair: 'lastCheck', cells: ['Ada', ''] },
} as const
const miss = {
  kind: 'marked',
  misses: 1,
  mark: { number: 1, pair: 'lastMiss', cells: ['Mo', ''] },
} as const
const result = (tentId: string, more: Partial<Marked> = {}): QueuedResult => ({
  checkId: 'c',
  number: 1,
  tentId,
  ...make,
  plan: null,
  waitingSince: ago(100),
  dueAt: ago(100),
  attempts: 0,
  failure: null,
  isGivenUp: false,
  sentAt: null,
  hasRecord: true,
  ...more,
})
const tentsOf = (queue: QueuedResult[]) => nextBatch(queue, now).map(({ tentId }) => tentId)
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

it.each([
  ['due now', 0, ['a']],
  ['put off for the longest', 3_600_000, []],
  ['put off for the longest by a server that is 2 seconds ahead', 3_602_000, []],
  ['put off by a clock that was ahead and was set back', 3_660_001, ['a']],
  ['under way for 14 seconds at a server that is a minute behind', underWayMs - 74_000, []],
])('takes a result or not that is %s', (_, ms, expected) => {
  expect(tentsOf([result('a', { waitingSince: ago(9000), dueAt: ago(-ms) })])).toEqual(expected)
})

it('does not take results that are not due yet', () => {
  const later = result('a', { waitingSince: ago(9000), dueAt: new Date(now.getTime() + 1) })
  expect(tentsOf([later, result('b', { waitingSince: ago(9000) })])).toEqual(['b'])
})

it('waits with a write that depends on the record, if the tent was written just before: a read may be old', () => {
  const old = { waitingSince: ago(9000), ...miss }
  expect(tentsOf([result('a', { waitingSince: ago(9000), sentAt: ago(1) })])).toEqual(['a'])
  for (const [sentAt, expected] of [
    [ago(5000), ['a']],
    [ago(4999), []],
    // By a server whose clock is ahead.
    [ago(-5000), []],
    [ago(-60_000), []],
    // By a clock that was set back since.
    [ago(-60_001), ['a']],
  ] as const) {
    expect(tentsOf([result('a', { ...old, sentAt })])).toEqual(expected)
  }
})

it('is held by no time of a clock that was ahead and was set back', () => {
  const tomorrow = ago(-86_400_000)
  const ahead = { waitingSince: tomorrow, dueAt: tomorrow, sentAt: tomorrow, ...miss }
  expect(tentsOf([result('a', ahead)])).toEqual(['a'])
})

it('takes all results of a tent together, also those that are put off', () => {
  const ahead = new Date(now.getTime() + 1)
  const putOff = result('a', { waitingSince: ago(9000), dueAt: ahead, failure: 'No column' })
  const newer = result('a', { number: 2, waitingSince: ago(5000) })
  const givenUp = result('a', { number: 3, isGivenUp: true, dueAt: ahead })
  expect(nextBatch([putOff, newer, givenUp], now)).toEqual([
    { tentId: 'a', results: [putOff, newer], givenUp: [givenUp] },
  ])
  expect(nextBatch([putOff, { ...newer, dueAt: ahead }], now)).toEqual([])
})

it('takes nothing of a tent while a write of it may be under way', () => {
  const before = { lastMissLM: '', dateOfLastMiss: '', lastCheck: '', dateOfLastCheck: '' }
  const plan = { before: { ...before, numberOfMisses: 0 } }
  const sent = result('a', { waitingSince: ago(9000), plan })
  const newer = result('a', { number: 2, waitingSince: ago(5000) })
  expect(tentsOf([sent, newer])).toEqual(['a'])
  expect(tentsOf([{ ...sent, dueAt: new Date(now.getTime() + 1) }, newer])).toEqual([])
})

it('sends nothing of a tent if all its results were given up', () => {
  expect(tentsOf([result('a', { isGivenUp: true, waitingSince: ago(9000) })])).toEqual([])
})

it('tries refused results again at growing intervals, at most an hour', () => {
  const waits = [0, 1, 2, 10, 99].map((attempts) => {
    const { dueAt } = refused([result('a', { attempts })], 'No.', false, now)
    return dueAt.getTime() - now.getTime()
  })
  expect(waits).toEqual([30_000, 60_000, 120_000, 3_600_000, 3_600_000])
})

it.each([
  ['what was never tried', [result('a')], null],
  ['what only got no answer', [result('a', { failure: 'No answer' })], null],
  ['what was refused', [result('a', { attempts: 1, failure: 'No.' }), result('a')], 'No.'],
])('knows the words in which %s was refused', (_, results, words) => {
  expect(wordsBefore({ results })).toBe(words)
})

it('lets each of those refused go first in its turn', () => {
  const firstAfter = (attempts: number) => {
    const tents = ['a', 'b', 'c'].map((id) => ({ id, results: [result(id, { attempts })] }))
    return inTurn(tents).map(({ id }) => id)
  }
  expect([1, 2, 3].map(firstAfter)).toEqual([
    ['b', 'c', 'a'],
    ['c', 'a', 'b'],
    ['a', 'b', 'c'],
  ])
})

it('tells of a tent that failed how often, when it is tried again, and nothing while a person must settle it', () => {
  const soon = new Date(now.getTime() + 30_000)
  const late = new Date(now.getTime() + 60_000)
  const queue = [
    result('a', { failure: 'Old', attempts: 7, dueAt: late }),
    result('a', { failure: 'New', attempts: 1, dueAt: soon }),
    result('b', { failure: 'No', attempts: 1 }),
    result('a'),
    result('c', { failure: 'No', isGivenUp: true }),
    result('d'),
  ]
  expect(failedTents(queue, new Set(['b']))).toEqual([
    { tentId: 'a', results: 2, failure: 'New', attempts: 7, nextAttemptAt: late.toISOString() },
  ])
})

describe('after a request that failed', () => {
  const plan = { before: resultCells(rosterRow({})), wrote: {} }
  const refusal = new AirtableFailure('refused', 'ROW_DOES_NOT_EXIST', 'No such record')
  const noColumn = new AirtableFailure('refused', 'UNKNOWN_FIELD_NAME', 'No "Last Check"')
  const limited = new AirtableFailure('limited', '', 'Too many')
  const spent = new AirtableFailure('spent', '', 'Used up')
  const unanswered = new AirtableFailure('unanswered', '', 'No answer')

  it('an attempt counts where it was a refusal, whose next one it puts off', () => {
    const counts = (failure: AirtableFailure) =>
      putOff([result('a')], failure, { wasSent: true }, now).isRefused
    expect([refusal, noColumn, limited, spent, unanswered].map(counts)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('a penalty leaves why it was refused before, beside what is new', () => {
    const results = [result('a', { failure: 'No.' }), result('a', { number: 2 })]
    expect(putOff(results, limited, { wasSent: true }, now).failure).toBe('No.')
  })

  it.each<[string, of: 'write' | 'read', how: 'new' | 'in doubt', AirtableFailure, object]>([
    ['a refusal', 'write', 'in doubt', refusal, { mayHaveArrived: false, waitMs: 30_000 }],
    ['a refusal', 'read', 'in doubt', refusal, { mayHaveArrived: true, waitMs: 30_000 }],
    ['a column away', 'write', 'in doubt', noColumn, { failure: null, mayHaveArrived: false }],
    ['a column away', 'read', 'in doubt', noColumn, { failure: null, mayHaveArrived: true }],
    ['too many requests', 'write', 'new', limited, { failure: null, mayHaveArrived: false }],
    ['too many requests', 'read', 'in doubt', limited, { failure: null, mayHaveArrived: true }],
    ['too many requests', 'write', 'in doubt', limited, { failure: null, mayHaveArrived: false }],
    ['a month used up', 'write', 'in doubt', spent, { mayHaveArrived: false, waitMs: 0 }],
    ['a month used up', 'write', 'new', spent, { mayHaveArrived: false, waitMs: 0 }],
    ['no answer', 'write', 'new', unanswered, { mayHaveArrived: true, waitMs: lagAtMostMs }],
    ['no answer', 'read', 'in doubt', unanswered, { mayHaveArrived: true, waitMs: lagAtMostMs }],
    ['no answer', 'read', 'new', unanswered, { mayHaveArrived: false, waitMs: 0 }],
  ])('%s to a %s of results that are %s', (_, of, how, failure, expected) => {
    const results = [result('a', how === 'new' ? {} : { plan })]
    const failed = putOff(results, failure, { wasSent: of === 'write' }, now)
    expect({ ...failed, waitMs: failed.dueAt.getTime() - now.getTime() }).toMatchObject(expected)
  })
})
