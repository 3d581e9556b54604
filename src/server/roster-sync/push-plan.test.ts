import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planWrite, type WaitingResult } from './push-plan.ts'
import { readRecord } from './records.ts'

const at = '1/18/2026, 10:04 PM'
const miss = (more: Partial<WaitingResult> = {}): WaitingResult => ({
  checkId: 'c',
  number: 2,
  outcome: 'miss',
  by: 'Mo',
  at,
  lastCheck: '',
  plan: null,
  ...more,
})
const make = (lastCheck: string): WaitingResult => ({ ...miss(), outcome: 'make', lastCheck })
const recordWith = (fields: Record<string, unknown>) => readRecord({ id: 'rec1', fields })
const none = new Set<string>()

describe('what is written to Airtable', () => {
  it('is one more than stands there, with who and when', () => {
    expect(planWrite([miss()], recordWith({ 'Number of Misses': 3 }), none)).toMatchObject({
      do: 'write',
      fields: { 'Number of Misses': 4, 'Last Miss LM': 'Mo', 'Date of Last Miss': at },
    })
  })

  it('is, of a Make, who was there, and nothing of misses', () => {
    expect(planWrite([make('Ada'), make('Ada, Al')], null, none)).toEqual({
      do: 'write',
      fields: { 'Last Check': 'Ada, Al', 'Date of Last Check': at },
      plan: null,
    })
  })

  it('counts all misses that wait, and a blank cell as none', () => {
    const write = planWrite([miss(), make('Ada'), miss({ by: 'Cy' })], recordWith({}), none)
    expect(write).toMatchObject({ fields: { 'Number of Misses': 2, 'Last Miss LM': 'Cy' } })
  })

  it('leaves out a column that is not there, but not the number', () => {
    const missing = new Set(['Last Miss LM'])
    expect(planWrite([miss()], recordWith({}), missing)).toMatchObject({
      fields: { 'Number of Misses': 1, 'Date of Last Miss': at },
    })
    expect(planWrite([miss()], recordWith({}), new Set(['Number of Misses'])).do).toBe('refuse')
  })

  it('is nothing where the record is gone or its number is no number', () => {
    expect(planWrite([miss()], null, none).do).toBe('refuse')
    expect(planWrite([miss()], recordWith({ 'Number of Misses': 'two' }), none).do).toBe('refuse')
  })
})

describe('a write whose answer was lost', () => {
  const before = { numberOfMisses: 3, lastMissLM: 'Al', dateOfLastMiss: '1/2/2026, 1:00 AM' }
  const sent = miss({ plan: { numberOfMisses: 4, before } })
  const unchanged = { 'Last Miss LM': 'Al', 'Date of Last Miss': '1/2/2026, 1:00 AM' }
  const arrived = { 'Last Miss LM': 'Mo', 'Date of Last Miss': at }

  it.each([
    ['it arrived', { 'Number of Misses': 4, ...arrived }, 'nothing'],
    ['it arrived and was forgiven', { 'Number of Misses': 3, ...arrived }, 'nothing'],
    [
      'it arrived in a date column',
      { 'Number of Misses': 4, 'Last Miss LM': 'Mo', 'Date of Last Miss': '2026-01-18' },
      'nothing',
    ],
    [
      'it arrived in a column of moments',
      { 'Number of Misses': 4, ...arrived, 'Date of Last Miss': '2026-01-19T03:04:00.000Z' },
      'nothing',
    ],
    [
      'it arrived in a column of moments that took it for UTC',
      { 'Number of Misses': 4, ...arrived, 'Date of Last Miss': '2026-01-18T22:04:00.000Z' },
      'nothing',
    ],
    [
      'another one arrived there on the same day',
      { 'Number of Misses': 4, ...arrived, 'Date of Last Miss': '2026-01-18T23:04:00.000Z' },
      5,
    ],
    ['it did not arrive', { 'Number of Misses': 3, ...unchanged }, 4],
    ['someone forgave one meanwhile', { 'Number of Misses': 2, ...unchanged }, 3],
  ])('%s', (_, fields, expected) => {
    const write = planWrite([sent], recordWith(fields), none)
    if (write.do === 'write') expect(write.fields['Number of Misses']).toBe(expected)
    else expect(write.do).toBe(expected)
  })

  it('is told by the number alone where monitor and minute stood there before', () => {
    const same = { numberOfMisses: 3, lastMissLM: 'Mo', dateOfLastMiss: at }
    const again = miss({ plan: { numberOfMisses: 4, before: same } })
    const there = (misses: number) => recordWith({ 'Number of Misses': misses, ...arrived })
    expect(planWrite([again], there(4), none).do).toBe('nothing')
    expect(planWrite([again], there(3), none)).toMatchObject({ fields: { 'Number of Misses': 4 } })
  })

  it('counts once, whichever attempts arrive and whatever people do between them', () => {
    const attempt = fc.record({ arrives: fc.boolean(), forgiven: fc.boolean() })
    fc.assert(
      fc.property(fc.nat(5), fc.array(attempt, { maxLength: 6 }), (start, attempts) => {
        let cells: Record<string, unknown> = { 'Number of Misses': start }
        let forgiven = 0
        let plan: WaitingResult['plan'] = null
        for (const { arrives, forgiven: isForgiven } of [
          ...attempts,
          { arrives: true, forgiven: false },
        ]) {
          const write = planWrite([miss({ plan })], recordWith(cells), none)
          if (write.do === 'nothing') break
          if (write.do === 'refuse') throw new Error(write.failure)
          plan = write.plan
          if (arrives) cells = { ...cells, ...write.fields }
          const number = Number(cells['Number of Misses'])
          if (isForgiven && number > 0) {
            cells = { ...cells, 'Number of Misses': number - 1 }
            forgiven += 1
          }
        }
        expect(cells['Number of Misses']).toBe(start + 1 - forgiven)
      }),
    )
  })
})
