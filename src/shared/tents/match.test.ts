import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findOwnTent, matchesNetID } from './match.ts'

const blank = { captainName: '', members: '', netIDs: '' }

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
    expect(findOwnTent([blank, first, second], 'al2')).toBe(first)
  })

  it('finds no tent for a netID that stands nowhere', () => {
    expect(findOwnTent([blank, { ...blank, netIDs: 'al21' }], 'al2')).toBeUndefined()
  })

  const netID = fc.stringMatching(/^[a-z0-9]{1,32}$/)
  const separator = fc.constantFrom(', ', ' ', ';', '\n', '-', '_', '@', '(', '“', '·')

  it('finds a netID between any separators, in any case', () => {
    fc.assert(
      fc.property(netID, separator, separator, (id, before, after) => {
        const text = `Ann${before}${id.toUpperCase()}${after}Bo`
        expect(matchesNetID({ ...blank, members: text }, id)).toBe(true)
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
