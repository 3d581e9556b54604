import fc from 'fast-check'
import { expect, it } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { contentSum } from './content-sum.ts'
import type { CheckStatus } from './contract.ts'

const tents = ['t1', 't2', 't3'].map((id) => activeTent({ id }))
const [first] = tents
const marked = (outcome: 'miss' | 'make') =>
  [{ tent: first, mark: { outcome } }] as unknown as CheckStatus['marked']
const ann = { id: 'p1', name: 'Ann', netID: null }
const calls = [{ call: 1, at: '', by: null }]
const whole = { tents, marked: [], excludedNames: [], calls: [] }

it.each<[what: string, other: Partial<typeof whole> | object]>([
  ['a tent less', { tents: tents.slice(1) }],
  ['another tent', { tents: [...tents.slice(1), activeTent({ id: 't4' })] }],
  ['an order', { tents: [activeTent({ id: 't1', order: '7' }), ...tents.slice(1)] }],
  ['a name of a tent', { tents: [activeTent({ id: 't1', name: 'Seven' }), ...tents.slice(1)] }],
  ['a type', { tents: [activeTent({ id: 't1', type: 'White' }), ...tents.slice(1)] }],
  ['a captain', { tents: [activeTent({ id: 't1', captainName: 'Ann' }), ...tents.slice(1)] }],
  ['a number by day', { tents: [activeTent({ id: 't1', dayNumber: 9 }), ...tents.slice(1)] }],
  ['one by night', { tents: [activeTent({ id: 't1', nightNumber: 9 }), ...tents.slice(1)] }],
  ['a member', { tents: [activeTent({ id: 't1', members: 'Ann' }), ...tents.slice(1)] }],
  ['who it is', { tents: [activeTent({ id: 't1', people: [ann] }), ...tents.slice(1)] }],
  ['a mark', { marked: marked('miss') }],
  ['a name', { excludedNames: ['Ann Lee'] }],
  ['a call', { calls }],
])('differs by %s', (_, other) => {
  expect(contentSum({ ...whole, ...other })).not.toBe(contentSum(whole))
})

it('differs by the netID of a member', () => {
  const withNetID = (netID: string | null) => [
    activeTent({ id: 't1', people: [{ ...ann, netID }] }),
  ]
  const sums = [null, 'al1'].map((netID) => contentSum({ ...whole, tents: withNetID(netID) }))
  expect(new Set(sums).size).toBe(2)
})

it('differs by how a tent was marked', () => {
  const sums = (['miss', 'make'] as const).map((outcome) =>
    contentSum({ ...whole, marked: marked(outcome) }),
  )
  expect(new Set(sums).size).toBe(2)
})

it('is the same whatever a mark changed in its tent', () => {
  const missed = activeTent({ id: 't1', numberOfMisses: 1, lastMissLM: 'Lena' })
  expect(contentSum({ ...whole, tents: [missed, ...tents.slice(1)] })).toBe(contentSum(whole))
})

it('differs by which tent was marked, also where ids differ in their last letter alone', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (beginning) => {
      const all = Array.from('0123456789abcdef', (end) => activeTent({ id: `${beginning}${end}` }))
      const sums = all.map((tent) => {
        const remaining = all.filter((other) => other !== tent)
        const marks = [{ tent, mark: { outcome: 'miss' } }] as unknown as CheckStatus['marked']
        return contentSum({ ...whole, tents: remaining, marked: marks })
      })
      expect(new Set(sums).size).toBe(all.length)
    }),
  )
})

it('is the same in any order, a whole number that any reader of JSON keeps', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), (names) => {
      const sum = contentSum({ ...whole, excludedNames: names })
      expect(contentSum({ ...whole, excludedNames: names.toReversed() })).toBe(sum)
      expect(Number.isSafeInteger(sum) && sum >= 0).toBe(true)
    }),
  )
})

it('is 0 where there is nothing', () => {
  expect(contentSum({ tents: [], marked: [], excludedNames: [], calls: [] })).toBe(0)
})
