import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarkFacts, Outcome } from './contract.ts'
import {
  type CheckEvent,
  type CheckState,
  changeOfNames,
  decideMark,
  fold,
  intendedChange,
  type KnownList,
  membersPresent,
  remainingTents,
} from './rules.ts'

const checkId = '00000000-0000-4000-8000-000000000001'
const ids = ['a', 'b', 'c', 'd', 'e']
const names = ['Ann', 'Bo', 'Cy', 'Di']

function markOf(id: string, outcome: Outcome = 'miss'): MarkFacts {
  return { id, outcome, by: 'Lena', at: '1/18/2026, 10:04 PM', numberOfMisses: 1 }
}

const started: CheckEvent = {
  checkId,
  number: 1,
  at: '2026-01-19T03:04:00.000Z',
  by: 'Lena',
  kind: 'started',
  tents: ids.map((id, place) => ({ id, groupIndex: place % 2 })),
  numCheckers: 2,
}

type Happening = { kind: Exclude<CheckEvent['kind'], 'started'>; id: string; name: string }

/** The next event of the ledger, so that any list of happenings makes one. */
function eventOf({ kind, id, name }: Happening, number: number): CheckEvent {
  const base = { checkId, number, at: started.at, by: 'Lena' }
  if (kind === 'marked' || kind === 'lateMark') return { ...base, kind, mark: markOf(id) }
  if (kind === 'excluded' || kind === 'included') return { ...base, kind, names: [name] }
  return { ...base, kind }
}

const happening = fc.record({
  kind: fc.constantFrom<Happening['kind'][]>('marked', 'lateMark', 'excluded', 'included'),
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
          // What a reader has already may come again, as after a reconnect.
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
    const base = { checkId, number: 2, at: started.at, by: 'Lena' }
    const state = foldAll([started, { ...base, kind: 'excluded', names: ['Ann', 'Ann'] }])
    expect(state.excluded).toEqual(['Ann'])
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

  it('keeps excluded names once each in the order of excluding, and empties them at the end', () => {
    fc.assert(
      fc.property(ledger, (events) => {
        const { excluded, ending } = foldAll(events)
        expect(new Set(excluded).size).toBe(excluded.length)
        if (ending !== null) expect(excluded).toEqual([])
      }),
    )
  })

  it('counts a late mark nowhere but in the numbers', () => {
    const late = eventOf({ kind: 'lateMark', id: 'a', name: '' }, 2)
    expect(foldAll([started, late])).toEqual({ ...foldAll([started]), number: 2 })
  })
})

describe('what becomes of a mark', () => {
  const fresh = foldAll([started])
  const missed = foldAll([started, eventOf({ kind: 'marked', id: 'a', name: '' }, 2)])
  const other = '00000000-0000-4000-8000-000000000002'

  it.each<[string, CheckState | null, Parameters<typeof decideMark>[1], object]>([
    [
      'of a tent that nobody marked: recorded',
      fresh,
      { tentId: 'a', outcome: 'miss' },
      { do: 'record' },
    ],
    [
      'with the check’s own id in capitals: recorded',
      fresh,
      { tentId: 'a', outcome: 'make', checkId: checkId.toUpperCase() },
      { do: 'record' },
    ],
    [
      'that says what a colleague said: their mark is the answer',
      missed,
      { tentId: 'a', outcome: 'miss' },
      { do: 'repeat', mark: markOf('a') },
    ],
    [
      'that says the opposite: refused, with the facts',
      missed,
      { tentId: 'a', outcome: 'make' },
      { do: 'refuse', code: 'markedOtherwise', mark: markOf('a') },
    ],
    [
      'of a tent that is not in the check: refused',
      fresh,
      { tentId: 'z', outcome: 'miss' },
      { do: 'refuse', code: 'tentNotInCheck' },
    ],
    [
      'outside a check: refused',
      null,
      { tentId: 'a', outcome: 'miss' },
      { do: 'refuse', code: 'noCheck' },
    ],
    [
      'in a check that has ended: refused',
      foldAll([started, eventOf({ kind: 'ended', id: '', name: '' }, 2)]),
      { tentId: 'a', outcome: 'miss' },
      { do: 'refuse', code: 'noCheck' },
    ],
    [
      'meant for another check: kept as late',
      fresh,
      { tentId: 'a', outcome: 'miss', checkId: other },
      { do: 'keepAsLate', checkId: other },
    ],
    [
      'meant for a check that is over: kept as late',
      null,
      { tentId: 'a', outcome: 'miss', checkId },
      { do: 'keepAsLate', checkId },
    ],
  ])('%s', (_, state, request, decision) => {
    expect(decideMark(state, request)).toEqual(decision)
  })
})

describe('the members that a Make stores', () => {
  it.each([
    ['stand in the roster’s order', ['Cy', 'Ann'], ['Ann', 'Bo', 'Cy'], [], ['Ann', 'Cy']],
    ['are no strangers', ['Zoe', 'Bo'], ['Ann', 'Bo'], [], ['Bo']],
    ['are not excluded', ['Ann', 'Bo'], ['Ann', 'Bo'], ['Ann'], ['Bo']],
    ['are as many of one name as were chosen', ['Ann'], ['Ann', 'Bo', 'Ann'], [], ['Ann']],
    [
      'are both of one name if both were chosen',
      ['Ann', 'Ann'],
      ['Ann', 'Ann'],
      [],
      ['Ann', 'Ann'],
    ],
    ['are no more of one name than there are', ['Ann', 'Ann', 'Ann'], ['Ann'], [], ['Ann']],
  ])('%s', (_, chosen, roster, excluded, present) => {
    expect(membersPresent(chosen, roster, excluded)).toEqual(present)
  })
})

describe('a list of excluded names', () => {
  const list = fc.uniqueArray(fc.constantFrom(...names))

  function apply(from: string[], { add, remove }: { add: string[]; remove: string[] }): string[] {
    return [...from.filter((name) => !remove.includes(name)), ...add]
  }

  it('differs from another by what leads from one to the other', () => {
    fc.assert(
      fc.property(list, list, (from, to) => {
        expect(apply(from, changeOfNames(from, to)).sort()).toEqual([...to].sort())
      }),
    )
  })

  const now = 10_000
  /** Lists by how long ago they were told or sent, newest last. */
  const knownOf = (...lists: [agoMs: number, names: string[]][]): KnownList[] =>
    lists.map(([agoMs, names]) => ({ names, at: now - agoMs }))

  it.each<[what: string, sent: string[], known: KnownList[], add: string[], remove: string[]]>([
    ['a name more is excluded', ['Ann', 'Bo'], knownOf([9000, []], [5000, ['Ann']]), ['Bo'], []],
    [
      'of two that are freed at once neither stays',
      [],
      knownOf([9000, []], [8000, ['Ann']], [5000, ['Ann', 'Bo']]),
      [],
      ['Ann', 'Bo'],
    ],
    [
      'what was excluded long ago and freed since counts anew',
      ['Ann', 'Cy'],
      knownOf([9000, ['Ann']], [5000, []]),
      ['Ann', 'Cy'],
      [],
    ],
    [
      'a colleague’s list that may have crossed it is not undone',
      ['Ann', 'Cy'],
      knownOf([9000, []], [8000, ['Ann']], [300, ['Ann', 'Bo']]),
      ['Cy'],
      [],
    ],
    [
      'a colleague’s list that has arrived since is what it started from',
      ['Ann', 'Cy'],
      knownOf([9000, []], [8000, ['Ann']], [1001, ['Ann', 'Bo']]),
      ['Cy'],
      ['Bo'],
    ],
    ['sent again it changes nothing', ['Ann'], knownOf([9000, []], [5000, ['Ann']]), [], []],
    [
      'taken back at once it frees',
      [],
      knownOf([9000, []], [300, ['Ann']], [290, ['Ann']]),
      [],
      ['Ann'],
    ],
  ])('that is bare: %s', (_what, sent, known, add, remove) => {
    expect(intendedChange(sent, known, now)).toEqual({ add, remove })
  })

  it('that is bare leads from the one the sender last had, whatever came long before', () => {
    fc.assert(
      fc.property(fc.array(list), list, list, (older, last, sent) => {
        const known = knownOf(...[...older, last].map((one): [number, string[]] => [2000, one]))
        expect(intendedChange(sent, known, now)).toEqual(changeOfNames(last, sent))
      }),
    )
  })

  it('that toggles one name of a list the sender may have means that name alone', () => {
    fc.assert(
      fc.property(list, list, fc.constantFrom(...names), (had, crossed, name) => {
        const toggled = had.includes(name) ? had.filter((one) => one !== name) : [...had, name]
        const { add, remove } = intendedChange(toggled, knownOf([2000, had], [300, crossed]), now)
        expect([...add, ...remove]).toHaveLength(1)
      }),
    )
  })
})
