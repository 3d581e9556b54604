import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { type ImportOptions, type ImportPlan, type KnownTent, planImport } from './roster-plan.ts'
import type { RosterRow } from './roster-row.ts'

function knownOf(id: string, fields: Partial<KnownTent>): KnownTent {
  return { ...rosterRow(fields), retired: false, ...fields, id }
}

function optionsOf(options: Partial<ImportOptions> = {}): ImportOptions {
  let made = 0
  const newId = () => {
    made += 1
    return `new-${made}`
  }
  return { results: false, checkInProgress: false, newId, ...options }
}

/** What the roster's table holds once a plan is carried out. */
function carriedOut(known: readonly KnownTent[], plan: ImportPlan): KnownTent[] {
  const changed = new Map(plan.change.map(({ id, after }) => [id, after]))
  const retire = idsOf(plan.retire)
  const revive = idsOf(plan.revive)
  const kept = known.map((tent) => ({
    ...tent,
    ...changed.get(tent.id),
    retired: retire.includes(tent.id) || (tent.retired && !revive.includes(tent.id)),
  }))
  return [...kept, ...plan.add.map((tent) => ({ ...tent, retired: false }))]
}

const idsOf = (tents: readonly { id: string }[]) => tents.map(({ id }) => id)

const results = {
  numberOfMisses: 2,
  lastMissLM: 'Sam',
  dateOfLastMiss: '1/18/2026, 10:04 PM',
  lastCheck: 'Ann Lee',
  dateOfLastCheck: '1/19/2026, 1:00 AM',
}

describe('which tent a row is', () => {
  it('is the tent with the row’s id, whatever its order and name', () => {
    const known = [knownOf('a', { order: 'A', name: 'T' }), knownOf('b', { order: 'B', name: 'U' })]
    const rows = [rosterRow({ id: 'b', order: 'A', name: 'T' }), rosterRow({ id: 'a', order: 'C' })]
    const plan = planImport(known, rows, optionsOf())
    expect(plan.change.map(({ id, after }) => [id, after.order])).toEqual([
      ['b', 'A'],
      ['a', 'C'],
    ])
    expect(plan.add).toEqual([])
  })

  it('is a new tent that keeps its id when the id is unknown', () => {
    const row = rosterRow({ id: 'recX', order: 'A', name: 'T', ...results })
    expect(planImport([], [row], optionsOf()).add).toEqual([row])
  })

  it('is the tent of the same order and name when it has no id, else a new one', () => {
    const known = [knownOf('a', { order: 'A', name: 'T' })]
    const rows = [rosterRow({ order: ' A', name: 'T ' }), rosterRow({ order: 'A', name: 'Other' })]
    const plan = planImport(known, rows, optionsOf())
    expect(plan.add.map(({ id, name }) => [id, name])).toEqual([['new-1', 'Other']])
    expect(plan.retire).toEqual([])
  })

  it('does not give a tent to a row without id when another row names it by id', () => {
    const known = [knownOf('a', { order: 'A', name: 'T' })]
    const rows = [
      rosterRow({ order: 'A', name: 'T' }),
      rosterRow({ id: 'a', order: 'B', name: 'T' }),
    ]
    const plan = planImport(known, rows, optionsOf())
    expect(plan.add.map(({ id }) => id)).toEqual(['new-1'])
    expect(plan.change.map(({ id }) => id)).toEqual(['a'])
  })

  it('is rather a tent on the roster than a retired one', () => {
    const known = [
      knownOf('old', { order: 'A', name: 'T', retired: true }),
      knownOf('a', { order: 'A', name: 'T' }),
    ]
    const plan = planImport(known, [rosterRow({ order: 'A', name: 'T' })], optionsOf())
    expect(plan).toMatchObject({ unchanged: 1, revive: [], retire: [], add: [] })
  })

  it('is, of several retired tents, the first that is known', () => {
    const known = ['last', 'long-ago'].map((id) =>
      knownOf(id, { order: 'A', name: 'T', retired: true }),
    )
    const plan = planImport(known, [rosterRow({ order: 'A', name: 'T' })], optionsOf())
    expect(plan).toMatchObject({ problems: [], add: [], revive: [{ id: 'last' }] })
  })
})

describe('what an import changes', () => {
  const before = knownOf('a', { order: 'A', name: 'T', ...results, members: 'Ann Lee' })
  const row = rosterRow({ order: 'A', name: 'T', members: 'Ann Lee, Bo Kim', dayNumber: 2 })

  it('never touches Number of Misses, Last … and Date of … of a known tent', () => {
    const [change] = planImport([before], [row], optionsOf()).change
    expect(change?.after).toMatchObject({ ...results, members: 'Ann Lee, Bo Kim', dayNumber: 2 })
    expect(change?.before).toMatchObject({ ...results, members: 'Ann Lee', dayNumber: null })
  })

  it('touches them with results', () => {
    const [change] = planImport([before], [row], optionsOf({ results: true })).change
    expect(change?.after).toEqual({ ...row, id: 'a' })
  })

  it('retires a tent gone from the file, and revives it when it returns', () => {
    const known = [before, knownOf('b', { order: 'B', name: 'U' })]
    const without = planImport(known, [rosterRow({ id: 'a', order: 'A', name: 'T' })], optionsOf())
    expect(idsOf(without.retire)).toEqual(['b'])
    const retired = carriedOut(known, without)
    const again = planImport(retired, [rosterRow({ order: 'B', name: 'U' })], optionsOf())
    expect(again).toMatchObject({
      revive: [{ id: 'b' }],
      retire: [{ id: 'a' }],
      add: [],
      change: [],
    })
    expect(idsOf(planImport(retired, [], optionsOf()).retire)).toEqual(['a'])
  })
})

describe('an import that is refused', () => {
  it.each<[what: string, rows: RosterRow[], known: KnownTent[]]>([
    ['an id twice', [rosterRow({ id: 'x' }), rosterRow({ id: 'x' })], []],
    ['an id too long', [rosterRow({}), rosterRow({ id: 'x'.repeat(201) })], []],
    ['an unprintable id', [rosterRow({}), rosterRow({ id: 'a\nb' })], []],
    ['order and name twice', [rosterRow({ order: 'A' }), rosterRow({ order: 'A ' })], []],
    [
      'a row that could be two tents on the roster',
      [rosterRow({ order: 'B' }), rosterRow({ order: 'A' })],
      [knownOf('x', { order: 'A' }), knownOf('y', { order: 'A' })],
    ],
  ])('names the row of %s and plans nothing', (_what, rows, known) => {
    const plan = planImport([knownOf('other', { name: 'Gone' }), ...known], rows, optionsOf())
    expect(plan.problems.map(({ row }) => row)).toEqual([1])
    expect(plan).toMatchObject({ add: [], change: [], retire: [], revive: [], unchanged: 0 })
  })
})

describe('an import during a check', () => {
  const known = [
    knownOf('a', { order: 'A', name: 'T', ...results }),
    knownOf('b', { order: 'B', name: 'U' }),
    knownOf('c', { order: 'C', name: 'V', retired: true }),
  ]
  const rows = [
    rosterRow({ id: 'a', order: 'A', name: 'New name', dayNumber: 2 }),
    rosterRow({ order: 'C', name: 'V', members: 'Ann' }),
    rosterRow({ order: 'D', name: 'W' }),
  ]

  it('changes only texts, and counts what is postponed', () => {
    const plan = planImport(known, rows, optionsOf({ results: true, checkInProgress: true }))
    expect(plan.change.map(({ id, after }) => [id, after])).toEqual([
      ['a', rosterRow({ id: 'a', order: 'A', name: 'New name', ...results })],
    ])
    expect(plan).toMatchObject({ add: [], retire: [], revive: [], unchanged: 0 })
    expect(plan.postponed).toBe(4)
  })

  it.each<[what: string, known: KnownTent | null, row: RosterRow | null]>([
    ['a new tent', null, rosterRow({ order: 'A' })],
    ['a number', knownOf('a', { order: 'A' }), rosterRow({ order: 'A', dayNumber: 2 })],
    ['a tent that leaves', knownOf('a', { order: 'A' }), null],
    ['a tent that returns', knownOf('a', { order: 'A', retired: true }), rosterRow({ order: 'A' })],
  ])('postpones %s', (_what, tent, row) => {
    const options = optionsOf({ checkInProgress: true })
    const plan = planImport(tent ? [tent] : [], row ? [row] : [], options)
    expect(plan).toMatchObject({ add: [], change: [], retire: [], revive: [], unchanged: 0 })
    expect(plan.postponed).toBe(1)
  })

  it('brings the rest when imported again after it', () => {
    const during = planImport(known, rows, optionsOf({ checkInProgress: true }))
    const plan = planImport(carriedOut(known, during), rows, optionsOf())
    expect(plan).toMatchObject({ retire: [{ id: 'b' }], revive: [{ id: 'c' }], postponed: 0 })
    expect(plan.add.map(({ order }) => order)).toEqual(['D'])
    expect(plan.change.map(({ id, after }) => [id, after.dayNumber])).toEqual([
      ['a', 2],
      ['c', null],
    ])
  })
})

describe('importing the same file twice', () => {
  const few = fc.constantFrom('', 'A', 'B', ' A')
  const id = fc.constantFrom('x', 'y', 'z')
  const fields = {
    order: few,
    name: few,
    members: few,
    numberOfMisses: fc.nat(2),
    dayNumber: fc.option(fc.nat(2)),
  }
  const rows = fc.array(fc.record({ id: fc.option(id), ...fields }).map(rosterRow), {
    maxLength: 6,
  })
  const known = fc.uniqueArray(
    fc.record({ id, retired: fc.boolean(), ...fields }).map((tent) => knownOf(tent.id, tent)),
    { selector: (tent) => tent.id, maxLength: 3 },
  )

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(known, rows, fc.boolean(), fc.boolean(), (tents, list, withResults, busy) => {
        const options = optionsOf({ results: withResults, checkInProgress: busy })
        const first = planImport(tents, list, options)
        if (first.problems.length > 0) return
        const second = planImport(carriedOut(tents, first), list, options)
        expect(second).toMatchObject({ add: [], change: [], retire: [], revive: [], problems: [] })
        if (!busy) expect(second).toMatchObject({ unchanged: list.length, postponed: 0 })
      }),
      { numRuns: 2000 },
    )
  })

  it('never loses a tent or makes two of one id', () => {
    fc.assert(
      fc.property(known, rows, (tents, list) => {
        const ids = carriedOut(tents, planImport(tents, list, optionsOf())).map((tent) => tent.id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toEqual(expect.arrayContaining(tents.map((tent) => tent.id)))
      }),
    )
  })
})
