import { describe, expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import type { User } from '../../../shared/accounts/contract.ts'
import type { ActiveTent, MarkFacts } from '../../../shared/tent-check/contract.ts'
import type { QueuedMark, SavedMark } from '../marks/mark-queue.ts'
import { allTents, entriesOf, seenWith } from './entries.ts'
import { isOwn, mayUndo, namesCounted, newestFirst, standingsOf } from './standings.ts'

const [a, b, c] = ['A', 'B', '3'].map((order) => activeTent({ order })) as [
  ActiveTent,
  ActiveTent,
  ActiveTent,
]
const other = activeTent({ order: '9', groupIndex: 1, members: 'Bo Chen' })
const checkId = 'check'

function facts({ id }: ActiveTent, more: Partial<MarkFacts> = {}): MarkFacts {
  const none = { netID: 'mona1', at: '', present: [], required: null, number: 5, numberOfMisses: 0 }
  return { id, outcome: 'make', by: 'Mona', ...none, ...more }
}
function queued({ id }: ActiveTent, more: Partial<QueuedMark> = {}): QueuedMark {
  return {
    markId: `mark of ${id}`,
    tentLabel: id,
    outcome: 'miss',
    tappedAt: 0,
    body: { id, checkId, misses: 1 },
    isTried: false,
    refusal: null,
    phase: 'fading',
    ...more,
  }
}
function saved(tent: ActiveTent, number: number): SavedMark {
  const { phase: _, ...mark } = queued(tent)
  return { ...mark, facts: facts(tent, { outcome: 'miss', number }) }
}
const check = (tents: ActiveTent[], marked: [ActiveTent, MarkFacts][] = []) => ({
  checkId,
  number: 6,
  tents,
  marked: marked.map(([tent, mark]) => ({ tent, mark })),
})

describe('how tents stand', () => {
  it('is what the server says of a tent, and before that what this phone has marked', () => {
    const standings = standingsOf(
      check([b, c], [[a, facts(a)]]),
      [queued(c)],
      [saved(b, 7)],
      [],
      [],
    )
    expect(
      [...standings].map(([id, { outcome, facts, own }]) => [id, outcome, !!facts, !!own]),
    ).toEqual([
      [a.id, 'make', true, false],
      [b.id, 'miss', true, false],
      [c.id, 'miss', false, true],
    ])
  })

  it('leaves out marks that were refused, that belong to another check, or that the server overtook', () => {
    const refusal = { text: '', code: '', mark: null }
    const marks = [
      queued(a, { phase: 'refused', refusal }),
      queued(b, { body: { id: b.id, checkId: 'the one before', misses: 1 } }),
      queued(c),
    ]
    const standings = standingsOf(check([a, b], [[c, facts(c)]]), marks, [], [], [])
    expect([...standings.keys()]).toEqual([c.id])
    expect(standings.get(c.id)?.outcome).toBe('make')
  })

  it('leaves out a saved mark whose event the check includes while its tent is left: it was undone', () => {
    const standings = standingsOf(
      { ...check([b, c]), number: 8 },
      [],
      [saved(b, 7), saved(c, 9)],
      [],
      [],
    )
    expect([...standings.keys()]).toEqual([c.id])
  })

  it('says which undo is under way: by the number of the mark, or by its id before that is known', () => {
    const undo = { undoId: 'u', checkId, tentLabel: '' }
    const undos = [
      { ...undo, id: a.id, number: 5, markId: null },
      { ...undo, id: b.id, number: null, markId: queued(b).markId },
      { ...undo, id: c.id, number: 4, markId: null },
    ]
    const marked: [ActiveTent, MarkFacts][] = [
      [a, facts(a)],
      [c, facts(c)],
    ]
    const standings = standingsOf(check([b], marked), [queued(b)], [], undos, [])
    expect([a, b, c].map(({ id }) => standings.get(id)?.isUndoWanted)).toEqual([true, true, false])
  })

  it('is unmarked once its undo is answered, and can be marked again before the event', () => {
    const undone = [{ id: a.id, checkId, number: 8 }]
    const marked: [ActiveTent, MarkFacts][] = [
      [a, facts(a, { number: 5 })],
      [c, facts(c, { number: 9 })],
    ]
    const stands = (marks: QueuedMark[]) =>
      [...standingsOf(check([b], marked), marks, [], [], undone)].map(([id]) => id)
    expect(stands([])).toEqual([c.id])
    expect(stands([queued(a)])).toEqual([c.id, a.id])
    const later = [
      { id: c.id, checkId, number: 8 },
      { id: a.id, checkId: 'other', number: 8 },
    ]
    expect([...standingsOf(check([b], marked), [], [], [], later).keys()]).toEqual([a.id, c.id])
  })

  it('is undone from the newest on: what has no answer yet by its tap, else by number', () => {
    const [d, e] = ['4', '5'].map((order) => activeTent({ order })) as [ActiveTent, ActiveTent]
    const marked: [ActiveTent, MarkFacts][] = [
      [a, facts(a, { number: 7 })],
      [d, facts(d, { number: 9 })],
    ]
    const waiting = [queued(c, { tappedAt: 1 }), queued(e, { tappedAt: 2, phase: 'sending' })]
    const standings = standingsOf(check([b, c, e], marked), waiting, [saved(b, 8)], [], [])
    const order = [...standings].sort(([, x], [, y]) => newestFirst(x, y)).map(([id]) => id)
    expect(order).toEqual([e, c, d, b, a].map(({ id }) => id))
  })

  it('counts who was there by ids, by names, or not at all', () => {
    const own = (body: object) => ({
      outcome: 'make' as const,
      facts: null,
      own: queued(a, { body: { id: a.id, ...body } }),
      isUndoWanted: false,
    })
    expect(namesCounted(own({ present: ['1', '2'], lastCheck: 'Ann, Bo' }))).toHaveLength(2)
    expect(namesCounted(own({ lastCheck: 'Ann, Bo, Cy' }))).toHaveLength(3)
    expect(namesCounted(own({ lastCheck: 'No members selected' }))).toEqual([])
  })

  it('offers the way back to whoever made it and to super users', () => {
    const user = (netID: string, isSuperUser = false) =>
      ({ netID, firstName: 'Mona', isSuperUser }) as User
    const standing = { outcome: 'make' as const, facts: facts(a), own: null, isUndoWanted: false }
    expect(isOwn(standing, user('mona1'))).toBe(true)
    expect(isOwn(standing, user('mona2'))).toBe(false)
    expect(mayUndo(standing, user('mona2'))).toBe(false)
    expect(mayUndo(standing, user('mona2', true))).toBe(true)
  })
})

describe('what stands on a page', () => {
  const running = check([b, c, other], [[a, facts(a)]])
  const tents = allTents(running)
  const view = { page: 0, query: '', openId: null, seen: new Set<string>() }
  const said = (entries: ReturnType<typeof entriesOf>) =>
    entries.map(({ tent, standing }) => `${tent.order}${standing ? ` ${standing.outcome}` : ''}`)

  it('is what is to be marked; what was marked before one looked is gone', () => {
    expect(said(entriesOf(tents, standingsOf(running, [], [], [], []), view))).toEqual(['B', '3'])
  })

  it('keeps a mark where it was made, whoever made it, at the place of its tent', () => {
    const seen = new Set([a.id, b.id, c.id])
    const entries = entriesOf(tents, standingsOf(running, [queued(c)], [], [], []), {
      ...view,
      seen,
    })
    expect(said(entries)).toEqual(['A make', 'B', '3 miss'])
    expect(entries.map(({ place }) => place)).toEqual([0, 1, 2])
    const unseen = entriesOf(tents, standingsOf(running, [], [], [], []), view)
    expect(unseen.find(({ tent }) => tent === b)?.place).toBe(1)
  })

  it('shows marks that wait to be sent, also to who comes back to the page', () => {
    const standings = standingsOf(running, [queued(c)], [], [], [])
    expect(said(entriesOf(tents, standings, view))).toEqual(['B', '3 miss'])
  })

  it('has the open tent, though it was marked before one looked', () => {
    const standings = standingsOf(running, [], [], [], [])
    const open = (openId: string) => said(entriesOf(tents, standings, { ...view, openId }))
    expect(open(a.id)).toEqual(['A make', 'B', '3'])
    expect(open(other.id)).toEqual(['B', '3'])
  })

  it('finds on all pages, marked tents as well', () => {
    const standings = standingsOf(running, [], [], [], [])
    expect(said(entriesOf(tents, standings, { ...view, query: 'bo chen' }))).toEqual(['9'])
    expect(said(entriesOf(tents, standings, { ...view, query: 'a' }))).toEqual(['A make'])
  })

  it('is remembered as seen, and the same object where nothing is new', () => {
    const entries = entriesOf(tents, new Map(), view)
    const seen = seenWith(new Set(), entries)
    expect([...seen]).toEqual([a.id, b.id, c.id])
    expect(seenWith(seen, entries)).toBe(seen)
  })
})
