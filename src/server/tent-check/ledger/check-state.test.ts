import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome, StoredMark } from '../../../shared/tent-check/contract.ts'
import { type CheckState, fold, outcomeOf, remainingTents, unreadableCheck } from './check-state.ts'
import type { CheckEvent } from './events.ts'

const checkId = '00000000-0000-4000-8000-000000000001'
const ids = ['a', 'b', 'c', 'd', 'e']
const names = ['Ann', 'Bo', 'Cy', 'Di']

function markOf(id: string, outcome: Outcome = 'miss'): StoredMark {
  return { id, outcome, by: 'Lena', at: '1/18/2026, 10:04 PM', numberOfMisses: 1 }
}

const started: CheckEvent = {
  checkId,
  number: 1,
  at: '2026-01-19T03:04:00.000Z',
  by: 'Lena',
  netID: 'lena',
  kind: 'started',
  tents: ids.map((id, place) => ({ id, groupIndex: place % 2 })),
  numCheckers: 2,
}

type Happening = { kind: Exclude<CheckEvent['kind'], 'started'>; id: string; name: string }

const corrections = ['make', 'miss', 'none'] as const

/** The next event of the ledger, so that any random list of events makes one. */
function eventOf({ kind, id, name }: Happening, number: number): CheckEvent {
  const base = { checkId, number, at: started.at, by: 'Lena', netID: 'lena' }
  if (kind === 'marked' || kind === 'lateMark') return { ...base, kind, mark: markOf(id) }
  switch (kind) {
    case 'excluded':
    case 'included':
      return { ...base, kind, names: [name] }
    case 'undone':
      return { ...base, kind, mark: markOf(id), markNumber: number - 1, misses: -1 }
    case 'corrected': {
      const outcome = corrections[number % 3] ?? 'none'
      return { ...base, kind, tentId: id, outcome, from: 'none', reason: 'A mistake', misses: 0 }
    }
    case 'called':
      return { ...base, kind, call: number, closesAt: null }
    case 'callUndone':
      return { ...base, kind, call: number - 1 }
    default:
      return { ...base, kind }
  }
}

const happening = fc.record({
  kind: fc.constantFrom<Happening['kind'][]>(
    'marked',
    'lateMark',
    'undone',
    'corrected',
    'called',
    'callUndone',
    'excluded',
    'included',
    'reopened',
  ),
  id: fc.constantFrom(...ids),
  name: fc.constantFrom(...names),
})
const ending = fc.constantFrom<Happening['kind'][]>('ended', 'cancelled')
const ledger = fc
  .tuple(fc.array(happening, { maxLength: 30 }), fc.option(ending))
  .map(([happenings, end]) => {
    const all = end === null ? happenings : [...happenings, { kind: end, id: 'a', name: 'Ann' }]
    return [started, ...all.map((one, place) => eventOf(one, place + 2))]
  })

function foldAll(events: CheckEvent[], from: CheckState | null = null): CheckState {
  const state = events.reduce<CheckState | null>(fold, from)
  if (state === null) throw new Error('There was no event')
  return state
}

describe('folding the ledger', () => {
  it('in any batches, each beginning anywhere before its end, gives the same state', () => {
    fc.assert(
      fc.property(ledger, fc.array(fc.nat({ max: 30 })), (events, cuts) => {
        let state: CheckState | null = null
        for (const cut of [...cuts.sort((a, b) => a - b), events.length]) {
          // A reader may get events again that it already has, as after a reconnect.
          const overlap = Math.max(0, (state?.number ?? 0) - 3)
          state = events.slice(state === null ? 0 : overlap, Math.max(1, cut)).reduce(fold, state)
        }
        expect(state).toEqual(foldAll(events))
      }),
    )
  })

  it('refuses a gap', () => {
    const state = foldAll([started])
    const mark = { kind: 'marked', id: 'a', name: '' } as const
    expect(() => fold(state, eventOf(mark, 3))).toThrow('does not follow')
    expect(() => fold(null, eventOf(mark, 1))).toThrow('begins with its start')
  })

  it('refuses an event of another check', () => {
    const other = { ...eventOf({ kind: 'marked', id: 'a', name: '' }, 2), checkId: 'another' }
    expect(() => fold(foldAll([started]), other)).toThrow('another check')
  })

  it('names nobody twice, even if one event does', () => {
    const base = { checkId, number: 2, at: started.at, by: 'Lena', netID: 'lena' }
    const state = foldAll([started, { ...base, kind: 'excluded', names: ['Ann', 'Ann'] }])
    expect([...state.excluded.keys()]).toEqual(['Ann'])
  })

  it('never loses a tent: each is marked, or remains, in the order of the start', () => {
    fc.assert(
      fc.property(ledger, (events) => {
        const state = foldAll(events)
        const remaining = remainingTents(state).map(({ id }) => id)
        expect(ids.filter((id) => !state.marks.has(id))).toEqual(remaining)
      }),
    )
  })

  it('keeps excluded names once each in the order of excluding, also when it is over', () => {
    fc.assert(
      fc.property(ledger, (events) => {
        const running = foldAll(
          events.filter(({ kind }) => kind !== 'ended' && kind !== 'cancelled'),
        )
        const { excluded } = foldAll(events)
        expect([...excluded.keys()]).toEqual([...running.excluded.keys()])
      }),
    )
  })

  it('does not count a late mark, but takes its number', () => {
    const late = eventOf({ kind: 'lateMark', id: 'a', name: '' }, 2)
    const { lateMarks, ...state } = foldAll([started, late])
    const { lateMarks: none, ...before } = foldAll([started])
    expect(none).toEqual([])
    expect(state).toEqual({ ...before, number: 2 })
    const mark = { ...markOf('a'), netID: 'lena', present: [], required: null, number: 2 }
    expect(lateMarks).toEqual([{ number: 2, netID: 'lena', at: started.at, mark }])
  })

  it('takes a tent’s outcome from its last mark or correction', () => {
    const stands = (...kinds: Happening['kind'][]) => {
      const events = kinds.map((kind, place) => eventOf({ kind, id: 'a', name: '' }, place + 2))
      const state = foldAll([started, ...events])
      return [outcomeOf(state, 'a'), state.marks.has('a')]
    }
    expect(stands()).toEqual(['none', false])
    expect(stands('marked')).toEqual(['miss', true])
    expect(stands('marked', 'undone')).toEqual(['none', false])
    expect(stands('marked', 'undone', 'marked')).toEqual(['miss', true])
    expect(stands('marked', 'corrected')).toEqual(['make', true])
    expect(stands('ended', 'corrected', 'reopened')).toEqual(['make', false])
    expect(stands('ended', 'corrected', 'reopened', 'marked')).toEqual(['miss', true])
  })

  it('keeps who excluded whom and who called when, also when a check is reopened', () => {
    const all = ['excluded', 'called', 'called', 'callUndone', 'ended', 'reopened'] as const
    const events = all.map((kind, place) => eventOf({ kind, id: 'a', name: 'Ann' }, place + 2))
    const by = { netID: 'lena', at: started.at }
    expect(foldAll([started, ...events])).toMatchObject({
      excluded: new Map([['Ann', by]]),
      calls: [{ call: 3, closesAt: null, ...by }],
      ending: null,
      publicNumber: 7,
    })
  })

  it('refuses unknown kinds of events, and a second start', () => {
    const unknown = { ...started, number: 2, kind: 'of a newer version' } as never
    expect(() => foldAll([started, unknown])).toThrow('not known')
    expect(() => foldAll([started, { ...started, number: 2 }])).toThrow('starts once')
  })

  it('sees that a check was cancelled, even if its other events cannot be read', () => {
    const row = {
      id: checkId,
      numCheckers: 1,
      startedBy: 'lena',
      startedAt: started.at,
      endedAt: null,
    }
    const broken = unreadableCheck(row, { number: 7, at: started.at })
    const cancelled = fold(broken, eventOf({ kind: 'cancelled', id: '', name: '' }, 8))
    expect(cancelled).toMatchObject({ number: 8, ending: { how: 'cancelled' } })
  })
})
