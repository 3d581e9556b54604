import { expect, it } from 'vitest'
import type { CheckLine } from '../../shared/check-history/contract.ts'
import { linesThrough, noFilter } from './line-filter.ts'

const line = (id: string, change: Partial<CheckLine>): CheckLine => ({
  id,
  order: id,
  name: 'Tent',
  outcome: 'make',
  marked: 'make',
  by: { netID: 'aa1', name: 'Ann Lee' },
  at: '2026-01-19T03:04:00.000Z',
  present: [],
  required: 2,
  undone: 0,
  corrections: [],
  ...change,
})
const correction = {
  outcome: 'none',
  at: '2026-01-20T03:04:00.000Z',
  by: null,
  reason: '',
} as const
const lines = [
  line('A', { name: 'José’s Ants' }),
  line('B', { outcome: 'miss', by: { netID: 'bb2', name: 'Bo Diaz' } }),
  line('C', { outcome: 'none', by: null, corrections: [correction] }),
]

it.each([
  [{}, 'BAC'],
  [{ query: 'jose a' }, 'A'],
  [{ monitor: 'bb2' }, 'B'],
  [{ outcome: 'none' }, 'C'],
  [{ outcome: 'corrected' }, 'C'],
  [{ monitor: 'aa1', outcome: 'miss' }, ''],
])('%j leaves %j', (filter, ids) => {
  const left = linesThrough(lines, { ...noFilter, ...filter })
  expect(left.map(({ id }) => id).join('')).toBe(ids)
})
