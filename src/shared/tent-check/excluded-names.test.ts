import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOfNames, intendedChange, type KnownList } from './excluded-names.ts'

const names = ['Ann', 'Bo', 'Cy', 'Di']

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
  /** Where the newest list is the one in force, unless another is given. */
  const intended = (sent: string[], known: KnownList[], inForce = known.at(-1)?.names ?? []) =>
    intendedChange(sent, { known, inForce, now })

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
    expect(intended(sent, known).change).toEqual({ add, remove })
  })

  it.each<[what: string, sent: string[], inForce: string[], add: string[], remove: string[]]>([
    ['adds one, before the list in force arrived', ['Ann', 'Bo'], ['Ann', 'Cy'], ['Ann', 'Bo'], []],
    ['adds one, from none', ['Bo'], ['Ann'], ['Bo'], []],
    ['frees some of the list in force', ['Ann'], ['Ann', 'Bo', 'Cy'], [], ['Bo', 'Cy']],
    ['adds one to the list in force', ['Ann', 'Cy', 'Bo'], ['Ann', 'Cy'], ['Bo'], []],
  ])('right after connecting: %s', (_what, sent, inForce, add, remove) => {
    const known = [{ names: [], at: 0, isGuess: true as const }, ...knownOf([300, inForce])]
    expect(intended(sent, known).change).toEqual({ add, remove })
  })

  it('that is bare leads from the one the sender last had, whatever came long before', () => {
    fc.assert(
      fc.property(fc.array(list), list, list, (older, last, sent) => {
        const known = knownOf(...[...older, last].map((one): [number, string[]] => [2000, one]))
        expect(intended(sent, known).change).toEqual(changeOfNames(last, sent))
      }),
    )
  })

  it('that is bare leaves for the next one only what came after the one it started from', () => {
    const known = knownOf([9000, []], [600, ['Ann']], [300, ['Ann', 'Bo']])
    expect(intended(['Ann', 'Cy'], known).later).toEqual(known.slice(2))
    expect(intended(['Ann', 'Bo', 'Cy'], known).later).toEqual([])
  })

  it('that toggles one name of a list the sender may have means that name alone', () => {
    fc.assert(
      fc.property(list, list, fc.constantFrom(...names), (had, crossed, name) => {
        const toggled = had.includes(name) ? had.filter((one) => one !== name) : [...had, name]
        const known = knownOf([2000, had], [300, crossed])
        const { add, remove } = intended(toggled, known).change
        expect([...add, ...remove]).toHaveLength(1)
      }),
    )
  })
})
