import { expect, it } from 'vitest'
import { isSwift, manyAccents } from '../../../tests/support/many-accents.ts'
import { closedSeasonOf } from './closed-seasons.ts'
import type { CheckFacts } from './facts.ts'

it('types of 100,000 accents take no time', () => {
  const at = new Date('2026-01-18T02:00:00.000Z')
  const mark = { kind: 'marked', netID: 'lm1', outcome: 'make' as const }
  const check: CheckFacts = {
    row: { id: 'c1', startedBy: 'lm1', startedAt: at.toISOString(), endedAt: null },
    start: {
      ...{ by: '', tents: 2, period: null, clock: null },
      inGrace: false,
      seasonClosed: true,
    },
    facts: ['tA', 'tB'].map((tentId) => ({ ...mark, tentId })),
  }
  const season = { name: '2026', closedAt: at, tents: 2 }
  const typeOf = (id: string) => (id === 'tA' ? manyAccents : `${manyAccents}\u0327`)
  let byType: unknown[] = []
  expect(isSwift(() => ({ byType } = closedSeasonOf(season, [check], typeOf)))).toBe(true)
  expect(byType).toHaveLength(2)
})
