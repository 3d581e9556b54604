import { describe, expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { keyedMembersOf } from '../../../shared/tents/members.ts'
import { isMadeBy, markOf, readMark } from './mark.ts'

const people = [
  { id: 'm1', name: 'Kim Lee', netID: 'kl12' },
  { id: 'm2', name: 'Bo Chen', netID: null },
  { id: 'm3', name: 'Kim Lee', netID: null },
]
const members = 'Kim Lee, Bo Chen, Kim Lee'
const whole = activeTent({ id: 't1', members, people })
const remembered = activeTent({ id: 't1', members })

const make = (tent = whole, ...places: number[]) =>
  markOf({
    tent,
    checkId: 'c1',
    monitor: { firstName: 'Lena' },
    markId: 'mark-1',
    now: new Date('2026-01-19T03:04:00Z'),
    outcome: 'make',
    present: keyedMembersOf(tent).filter((_, place) => places.includes(place)),
  })

describe('a Make', () => {
  it.each([
    ['who is present, by name and by id', whole, [1, 2], 'Bo Chen, Kim Lee', ['m2', 'm3']],
    ['that nobody is', whole, [], 'No members selected', []],
    ['names alone where a phone remembers no ids', remembered, [0, 1], 'Kim Lee, Bo Chen', null],
  ])('says %s', (_, tent, places, lastCheck, present) => {
    const { body } = make(tent, ...places)
    expect(body).toMatchObject({ id: 't1', lastCheck })
    expect(body.present ?? null).toEqual(present)
  })

  it('says names alone where more are present than may be sent by id', () => {
    const many = Array.from({ length: 201 }, (_, place) => ({ ...people[0], id: `m${place}` }))
    const tent = { ...whole, members: many.map(() => 'Al').join(), people: many as typeof people }
    expect(make(tent, ...many.keys()).body).not.toHaveProperty('present')
    expect(make(tent, ...Array(200).keys()).body.present).toHaveLength(200)
  })

  it('is read as it was written down, also by a version that knew no ids', () => {
    for (const mark of [make(whole, 0), make(remembered, 0)]) {
      expect(readMark(JSON.stringify(mark))).toEqual(mark)
    }
  })
})

it.each([
  ['its maker’s', { by: 'Mona', netID: 'mona1' }, true],
  ['not of another Mona', { by: 'Mona', netID: 'mona2' }, false],
  ['its maker’s under another first name', { by: 'Ramona', netID: 'mona1' }, true],
  ['known by the name alone where an older version stored it', { by: 'Mona' }, true],
  ['not of who has another name there', { by: 'Unknown User' }, false],
])('a mark is %s', (_, mark, isTheirs) => {
  expect(isMadeBy({ netID: 'mona1', firstName: 'Mona' }, mark)).toBe(isTheirs)
})
