import { expect, it } from 'vitest'
import { statisticsSpans } from './statistics-spans.ts'

it('offers seasons once one is closed, each from the end of the one before it', () => {
  expect(statisticsSpans([]).map(({ text }) => text)).toEqual([
    'Since the first check',
    'The last 30 days',
    'The last 7 days',
  ])
  const closed = [
    { name: '2026', closedAt: '2026-03-09T17:00:00.000Z' },
    { name: '2025', closedAt: '2025-03-10T17:00:00.000Z' },
  ]
  expect(statisticsSpans(closed).filter(({ text }) => /eason/.test(text))).toMatchObject([
    { text: 'This season', from: '2026-03-09T17:00:00.000Z' },
    { text: 'Season 2026', from: '2025-03-10T17:00:00.000Z', to: '2026-03-09T17:00:00.000Z' },
    { text: 'Season 2025', to: '2025-03-10T17:00:00.000Z' },
  ])
})
