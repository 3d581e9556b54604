import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { netIDIn, nextStepOf, personIn } from './rules.ts'

describe('the netID of a claim', () => {
  it.each<[claim: unknown, domain: string | null, netID: string | null]>([
    ['al2', null, 'al2'],
    ['AL2', null, 'al2'],
    ['al2@example.edu', null, null],
    ['al2@example.edu', 'example.edu', 'al2'],
    ['AL2@Example.EDU', 'example.edu', 'al2'],
    ['al2', 'example.edu', null],
    ['al2@evil-example.edu', 'example.edu', null],
    ['al2@mail.example.edu', 'example.edu', null],
    ['al2@example.edu.evil.org', 'example.edu', null],
    ['al2@evil.org@example.edu', 'example.edu', null],
    ['@example.edu', 'example.edu', null],
    ['', null, null],
    [' al2', null, null],
    ['a-l2', null, null],
    ['\u212aim', null, null],
    ['a'.repeat(33), null, null],
    [undefined, null, null],
    [null, null, null],
    [['al2'], null, null],
    [2, null, null],
  ])('%j with the domain %j is %j', (claim, domain, netID) => {
    expect(netIDIn(claim, domain)).toBe(netID)
  })

  it('is letters and digits, whatever was claimed', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(null, 'example.edu'), (claim, domain) => {
        const end = domain === null ? '' : `@${domain}`
        const netID = netIDIn(`${claim}${end}`, domain)
        if (netID !== null) expect(netID).toMatch(/^[a-z0-9]{1,32}$/)
      }),
    )
  })
})

describe('a person of the campus', () => {
  it.each([
    [
      { given_name: ' Ann ', family_name: 'Lee', email: 'ann@example.edu' },
      { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.edu' },
    ],
    [{}, { firstName: 'al2', lastName: '', email: '' }],
    [
      { given_name: 'A\u202en', family_name: 7, email: 'ann' },
      { firstName: 'al2', lastName: '', email: '' },
    ],
    [
      { given_name: 'x'.repeat(101), family_name: ['Lee'], email: null },
      { firstName: 'al2', lastName: '', email: '' },
    ],
  ])('of %j is %j', (claims, person) => {
    expect(personIn(claims, 'al2')).toEqual({ netID: 'al2', ...person })
  })
})

describe('an identity', () => {
  it.each([
    ['session', { linked: { isDisabled: false }, isThere: true, isOthers: true }],
    // Its netID changed at the campus: it is who it was.
    ['session', { linked: { isDisabled: false }, isThere: false, isOthers: false }],
    ['accountDisabled', { linked: { isDisabled: true }, isThere: true, isOthers: true }],
    ['newAccount', { linked: undefined, isThere: false, isOthers: false }],
    ['link', { linked: undefined, isThere: true, isOthers: false }],
    ['campusRefused', { linked: undefined, isThere: true, isOthers: true }],
  ])('leads to %s with %j', (next, found) => {
    expect(nextStepOf(found)).toBe(next)
  })
})
