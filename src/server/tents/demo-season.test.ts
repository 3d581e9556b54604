import { describe, expect, it } from 'vitest'
import { membersOf } from '../../shared/tents/members.ts'
import { compareTents } from '../../shared/tents/order.ts'
import { demoSeason } from './demo-season.ts'
import { parseRosterCsv, writeRosterCsv } from './roster-csv.ts'

const season = demoSeason()
const people = season.flatMap((tent) => membersOf(tent))
const netIDs = season.flatMap((tent) => tent.netIDs.split(', ').filter((netID) => netID !== ''))
const orders = season.map((tent) => tent.order)

describe('the demo season', () => {
  it('has 130 tents and 1,560 members', () => {
    expect(season).toHaveLength(130)
    expect(people).toHaveLength(1560)
  })

  it('is the same every time', () => {
    expect(demoSeason()).toEqual(season)
  })

  it('has one tent without members, and 10 to 14 people in each other', () => {
    const sizes = season.map((tent) => membersOf(tent).length)
    expect(sizes.filter((size) => size === 0)).toHaveLength(1)
    expect(sizes.every((size) => size === 0 || (size >= 10 && size <= 14))).toBe(true)
    expect(new Set(sizes)).toEqual(new Set([0, 10, 11, 12, 13, 14]))
  })

  it('has letters A to Z, AA and on, numbers, mixed orders and a letter that is not ASCII', () => {
    expect(orders).toEqual(expect.arrayContaining([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']))
    expect(orders).toEqual(expect.arrayContaining(['AA', 'BB', '1', '83', '12B', 'X-7', 'Μ']))
    expect(new Set(orders).size).toBe(130)
  })

  it('stands in the order of tents but for the Greek letter and the mixed ones', () => {
    const sorted = season
      .map((tent) => ({ ...tent, id: tent.order }))
      .sort(compareTents)
      .map((tent) => tent.order)
    expect(sorted.slice(0, 28)).toEqual([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'Μ', 'AA'])
    expect(sorted.slice(-7)).toEqual(['12A', '12B', '40b', 'F1', 'F12', 'X-7', 'X-10'])
  })

  it('has 80 Black and Blue tents, 20 White and 30 Flex', () => {
    const count = (type: string) => season.filter((tent) => tent.type === type).length
    expect([count('Black'), count('Blue'), count('White'), count('Flex')]).toEqual([40, 40, 20, 30])
  })

  it.each([
    ['apostrophes', /’/],
    ['hyphens', /-/],
    ['accents', /\p{M}/u],
    ['the suffix Jr.', / Jr\.$/],
    ['the suffix III', / III$/],
  ])('has names with %s', (_kind, pattern) => {
    expect(people.some((name) => pattern.test(name.normalize('NFD')))).toBe(true)
  })

  it('has no empty name and none with spaces in the wrong place', () => {
    expect(people.every((name) => /^\S+ \S+( \S+)?$/.test(name))).toBe(true)
  })

  it('has two people of one name in different tents, and once within one tent', () => {
    const within = season.filter((tent) => new Set(membersOf(tent)).size < membersOf(tent).length)
    expect(within).toHaveLength(1)
    const perTent = season.flatMap((tent) => [...new Set(membersOf(tent))])
    expect(perTent.length - new Set(perTent).size).toBe(2)
  })

  it('has a netID of its own for every member, in lower case', () => {
    expect(netIDs).toHaveLength(1560)
    expect(new Set(netIDs).size).toBe(1560)
    expect(netIDs.every((netID) => /^[a-z]{2,3}[0-9]{1,3}$/.test(netID))).toBe(true)
    expect(
      season.every(
        (tent) => tent.netIDs.split(', ').filter(Boolean).length === membersOf(tent).length,
      ),
    ).toBe(true)
  })

  it('names one of its members as captain of every tent but the empty one', () => {
    for (const tent of season) {
      const place = membersOf(tent).indexOf(tent.captainName)
      const netID = tent.members === '' ? '' : tent.netIDs.split(', ')[place]
      expect(tent.captain).toBe(netID)
    }
  })

  it('has a name of its own for every tent', () => {
    expect(new Set(season.map((tent) => tent.name)).size).toBe(130)
    expect(season.every((tent) => tent.name !== '')).toBe(true)
  })

  it('has some tents with one or two misses, each with who and when', () => {
    const date = /^1\/\d{1,2}\/2026, \d{1,2}:\d\d [AP]M$/
    expect(new Set(season.map((tent) => tent.numberOfMisses))).toEqual(new Set([0, 1, 2]))
    for (const tent of season) {
      expect(tent.lastMissLM !== '').toBe(tent.numberOfMisses > 0)
      expect(date.test(tent.dateOfLastMiss)).toBe(tent.numberOfMisses > 0)
      expect(date.test(tent.dateOfLastCheck)).toBe(tent.lastCheck !== '')
    }
    expect(season.some((tent) => tent.lastCheck === '')).toBe(true)
  })

  it('names in the last check only members, in the roster’s order', () => {
    for (const tent of season) {
      if (tent.lastCheck === '' || tent.lastCheck === 'No members selected') continue
      const left = membersOf(tent)
      for (const name of tent.lastCheck.split(', ')) {
        expect(left).toContain(name)
        left.splice(0, left.indexOf(name) + 1)
      }
    }
  })

  it('leaves some day and night numbers blank', () => {
    expect(season.some((tent) => tent.dayNumber === null)).toBe(true)
    expect(season.some((tent) => tent.nightNumber === null)).toBe(true)
    expect(season.some((tent) => tent.dayNumber === 2 && tent.nightNumber === 10)).toBe(true)
  })

  it('reads from its own file unchanged', () => {
    expect(parseRosterCsv(writeRosterCsv(season))).toMatchObject({ rows: season })
  })
})
