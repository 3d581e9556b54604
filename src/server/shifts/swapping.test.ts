import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { always } from '../../../tests/support/shift-tent.ts'
import { hourMs } from '../../shared/durations.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import type { HeldShift } from '../../shared/shifts/swaps.ts'
import { heldShifts, type Planning } from './planning.ts'
import { shownSwaps, swapOptionsOf } from './swapping.ts'

const now = new Date('2026-01-28T15:00:00Z')
const people = ['ann', 'bo', 'cy'].map((id) => ({ id, name: id, netID: id }))
const slotsOfDay = 48

/**
 * Ann's shift, and one of Bo or Cy every 4 hours on the three days after, with one of the whole
 * time at the end if so wished. `built`: for how many half hours the tent's number was asked.
 */
function planningWith({ isLong = false } = {}) {
  let built = 0
  const begun = Date.parse('2026-01-29T15:00:00Z')
  const shift = (id: string, memberId: string, from: number, hours: number) => ({
    id,
    memberId,
    from: new Date(begun + from * hourMs),
    until: new Date(begun + (from + hours) * hourMs),
    arrivedAt: null,
  })
  const others = Array.from({ length: 12 }, (_, place) =>
    shift(`s${place}`, place % 2 === 0 ? 'bo' : 'cy', 4 + 4 * place, 4),
  )
  const person = (memberId: string) => ({
    memberId,
    netID: memberId,
    isConfirmed: true,
    isCaptain: false,
    isDeputy: false,
    deputyBy: null,
    availability: always,
    answeredAt: now,
    hasFeed: false,
    substituteOn: [],
  })
  const planning: Planning = {
    tent: { ...rosterRow({}), id: 'tA', numberOfMisses: 0, people },
    as: 'member',
    me: 'ann',
    people: new Map(people.map(({ id }) => [id, person(id)])),
    readTents: async () => [],
    needs: {
      rules: defaultRules,
      graces: [],
      tent: {
        get dayNumber() {
          built += 1
          return 1
        },
        get nightNumber() {
          built += 1
          return 1
        },
      },
    },
    kept: { settings: {}, locks: [], draft: null, job: null } as unknown as Planning['kept'],
    shifts: [shift('mine', 'ann', 0, isLong ? 48 : 4), ...others],
  }
  return { planning, built: () => built }
}

function mineIn(held: readonly HeldShift[]): HeldShift {
  const mine = held.find(({ id }) => id === 'mine')
  if (mine === undefined) throw new Error('Ann has no shift')
  return mine
}

describe('the half hours of a day', () => {
  it('are made once for all offers that are shown', () => {
    const { planning, built } = planningWith()
    const offers = Array.from({ length: 12 }, (_, place) => ({
      id: `o${place}`,
      kind: 'exchange' as const,
      by: place % 2 === 0 ? 'bo' : 'cy',
      to: null,
      shiftId: `s${place}`,
      forShiftId: 'mine',
      takenBy: null,
      at: now,
    }))
    expect(shownSwaps(planning, offers, now).map(({ canTake }) => canTake)).not.toContain(false)
    expect(built()).toBeLessThanOrEqual(4 * slotsOfDay)
  })

  it.each([false, true])('are made once for all that a shift may go for (long: %s)', (isLong) => {
    const { planning, built } = planningWith({ isLong })
    const held = heldShifts(planning)
    const shift = mineIn(held)
    const { takers, shifts } = swapOptionsOf(planning, held, shift, now)
    expect(takers).toEqual(isLong ? [] : ['bo', 'cy'])
    expect(shifts).toHaveLength(isLong ? 0 : 12)
    expect(built()).toBeLessThanOrEqual(4 * slotsOfDay)
  })
})

it('of all shifts, only those of the two who would swap are looked at', () => {
  const { planning } = planningWith()
  const held = heldShifts(planning)
  const mine = mineIn(held)
  let looks = 0
  const looked = (at: string) => {
    looks += 1
    return at
  }
  const ofDi = Array.from({ length: 20 }, (_, place) => ({
    id: `d${place}`,
    memberId: 'di',
    arrivedAt: null,
    get from() {
      return looked(mine.from)
    },
    get until() {
      return looked(mine.until)
    },
  }))
  expect(swapOptionsOf(planning, [...held, ...ofDi], mine, now).shifts).toHaveLength(12)
  expect(looks).toBe(0)
})
