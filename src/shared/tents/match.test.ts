import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayName, netIDsMatching, netIDsOfCaptain, tentFinder, tokensOf } from './match.ts'

const blank = { captain: '', captainName: '', members: '', netIDs: '' }

const matchesNetID = (tent: typeof blank, netID: string, areProven = false) =>
  tentFinder([tent], areProven)(netID) !== undefined

describe('tent matching', () => {
  it.each<[text: string, netID: string, matches: boolean]>([
    ['al2, bk7', 'al2', true],
    ['al21, bk7', 'al2', false],
    ['xal2', 'al2', false],
    ['AL2', 'al2', true],
    ['al2', 'AL2', true],
    ['bk7;al2', 'al2', true],
    ['al2@example.edu', 'al2', true],
    ['Ann Lee (al2)', 'al2', true],
    ['al2_old', 'al2', true],
    ['bk7\nal2\t', 'al2', true],
    ['al2é', 'al2', false],
    ['éal2', 'al2', false],
    ['ale\u0301', 'ale', false],
    ['al2٣', 'al2', false],
    ['al2中', 'al2', false],
    ['', '', false],
    ['al2', '', false],
    ['al 2', 'al 2', false],
  ])('finds in %j the netID %j: %s', (text, netID, matches) => {
    expect(matchesNetID({ ...blank, netIDs: text }, netID)).toBe(matches)
    expect(matchesNetID({ ...blank, members: text }, netID)).toBe(matches)
    expect(matchesNetID({ ...blank, captainName: text }, netID)).toBe(matches)
  })

  it('uses the first match', () => {
    const first = { ...blank, members: 'Ann (al2)' }
    const second = { ...blank, netIDs: 'al2' }
    expect(tentFinder([blank, first, second], false)('al2')).toBe(first)
  })

  it('finds no tent for a netID that stands nowhere', () => {
    expect(tentFinder([blank, { ...blank, netIDs: 'al21' }], false)('al2')).toBeUndefined()
  })

  describe('where netIDs are proven', () => {
    it.each<[field: keyof typeof blank, text: string, netID: string, matches: boolean]>([
      ['members', 'Ann Smith, Bo Kim', 'smith', false],
      ['captainName', 'Ann Smith', 'ann', false],
      ['members', 'Ann Lee (al2)', 'al2', true],
      ['captainName', 'AL2', 'al2', true],
      ['netIDs', 'smith, bk7', 'smith', true],
      ['netIDs', 'bk7', 'bk7', true],
      ['captain', 'smith', 'smith', true],
      ['captain', 'al2', 'al2', true],
      ['captain', 'Ann Smith', 'smith', false],
      ['captain', 'ann smith', 'ann', false],
      ['captain', 'Smith', 'smith', false],
      ['captain', 'Ann Smith (al2)', 'al2', true],
      ['captain', 'Ann Smith (asmith)', 'asmith', true],
      ['captain', 'Ann Smith (asmith)', 'smith', false],
      ['captain', 'asmith, bjones', 'bjones', true],
      ['captain', 'asmith\nbjones', 'bjones', true],
      ['captain', 'asmith & bjones', 'asmith', true],
      ['captain', 'Ann Smith <asmith>', 'asmith', true],
      ['captain', 'Ann Smith (she/her)', 'her', false],
      ['captain', 'n/a', 'n', false],
      ['captain', 'Ann “annie” Smith', 'annie', false],
      ['captain', 'Ann Smith-Diaz', 'diaz', false],
      ['captain', 'Ann Smith (al2)', 'ann', false],
      ['captain', 'AL2, bk7', 'bk7', true],
    ])('%s of %j names %s: %s', (field, text, netID, matches) => {
      expect(matchesNetID({ ...blank, [field]: text }, netID, true)).toBe(matches)
    })

    it('else captain matches nobody', () => {
      expect(matchesNetID({ ...blank, captain: 'al2' }, 'al2')).toBe(false)
    })

    it('no netID without a digit matches by a name, whatever the names', () => {
      const word = fc.stringMatching(/^[a-z]{1,32}$/)
      fc.assert(
        fc.property(fc.string(), fc.string(), word, (captainName, members, netID) => {
          const tent = { ...blank, captainName: `${captainName} ${netID}`, members }
          expect(netIDsMatching(tent, true)).not.toContain(netID)
        }),
      )
    })
  })

  const netID = fc.stringMatching(/^[a-z0-9]{1,32}$/)
  const separator = fc.constantFrom(', ', ' ', ';', '\n', '-', '_', '@', '(', '“', '·')

  it('finds a netID between any separators, in any case', () => {
    fc.assert(
      fc.property(netID, separator, separator, (id, before, after) => {
        const text = `Ann${before}${id.toUpperCase()}${after}Bo`
        expect(matchesNetID({ ...blank, members: text }, id)).toBe(true)
        expect(mayName({ ...blank, members: text }, ['none', id.toUpperCase()])).toBe(true)
        expect(mayName({ ...blank, members: text }, [`${id}0`])).toBe(false)
      }),
    )
  })

  it('never finds a netID inside a longer token', () => {
    const letterOrDigit = fc.constantFrom('a', 'Z', '0', '9', 'é', 'ß', 'Ω', '中', '٣')
    fc.assert(
      fc.property(netID, letterOrDigit, fc.boolean(), (id, more, before) => {
        const text = before ? more + id : id + more
        expect(matchesNetID({ ...blank, netIDs: text }, id)).toBe(false)
      }),
    )
  })

  it('matches exactly the netIDs of the list', () => {
    fc.assert(
      fc.property(fc.array(netID), netID, (ids, id) => {
        expect(matchesNetID({ ...blank, netIDs: ids.join(', ') }, id)).toBe(ids.includes(id))
      }),
    )
  })
})

it.each<[captain: string, netIDs: string, found: string[]]>([
  ['Jsmith', 'bk7, jsmith', ['jsmith']],
  // As a spreadsheet or a phone begins a cell.
  ['Jsmith', 'Jsmith, Bk7', ['jsmith']],
  ['Jo Smith (Jsmith)', 'JSMITH', ['jsmith']],
  ['Smith', 'jsmith, bk7', []],
  ['Smith', 'jo.smith@duke.edu, bk7', []],
  ['Smith, Ann (as12)', 'Ann Smith (as12)', ['as12']],
  ['Jo Smith', 'smith, jsmith', []],
])('of the captain %j beside the netIDs %j are netIDs: %j', (captain, netIDs, found) => {
  expect(netIDsOfCaptain({ captain, netIDs })).toEqual(found)
})

it('a letter and its accent are one token, and 200,000 accents cost nothing', () => {
  expect(tokensOf('Zoe\u0308 Smith')).toEqual(['Zo\u00eb', 'Smith'])
  // In an order that has to be changed: it took minutes.
  const [token] = tokensOf(`a${'\u0315'.repeat(100_000)}${'\u0327'.repeat(100_000)}`)
  expect(token).toBe('a')
})
