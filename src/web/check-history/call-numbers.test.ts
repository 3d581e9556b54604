import { expect, it } from 'vitest'
import type { HistoryEvent } from '../../shared/check-history/contract.ts'
import { callNumbersOf } from './call-numbers.ts'

it('calls have the numbers that they were made with, one that was taken back is made again', () => {
  const kinds = ['started', 'called', 'marked', 'called', 'callUndone', 'called', 'called'] as const
  const events = kinds.map((kind, place): HistoryEvent => {
    return { number: place + 1, at: '2026-01-19T03:04:00.000Z', kind, by: null }
  })
  expect([...callNumbersOf(events)]).toEqual([
    [2, 1],
    [4, 2],
    [5, 2],
    [6, 2],
    [7, 3],
  ])
})
