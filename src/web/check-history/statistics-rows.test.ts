import { describe, expect, it } from 'vitest'
import { hourRows, minuteRows, missRateRows, monitorRows, weekdayRows } from './statistics-rows.ts'

describe('the rows of the plots', () => {
  it('names hours as people do, the longest bar as long as there is room', () => {
    const byHour = Array.from({ length: 24 }, (_, hour) => (hour === 13 ? 4 : hour === 0 ? 1 : 0))
    const rows = hourRows(byHour)
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['12 AM', '1 AM', '12 PM', '1 PM', '11 PM']),
    )
    expect(rows[0]).toEqual({ name: '12 AM', parts: [{ share: 0.25, look: 'count' }], text: '1' })
    expect(rows[13]).toEqual({ name: '1 PM', parts: [{ share: 1, look: 'count' }], text: '4' })
  })

  it('begins the week on Monday', () => {
    const rows = weekdayRows([7, 1, 2, 3, 4, 5, 6])
    expect(rows.map(({ name, text }) => `${name} ${text}`)).toEqual([
      'Mon 1',
      'Tue 2',
      'Wed 3',
      'Thu 4',
      'Fri 5',
      'Sat 6',
      'Sun 7',
    ])
  })

  it('draws how many minutes half of the checks took, and 9 of 10', () => {
    const drawn = (minutes: { median: number | null; p90: number | null }) =>
      minuteRows(minutes).map(({ name, parts: [part], text }) => [name, part?.share, text])
    expect(drawn({ median: 20.4, p90: 40.8 })).toEqual([
      ['Half took at most', 0.5, '20'],
      ['9 of 10 took at most', 1, '41'],
    ])
    expect(drawn({ median: null, p90: null })).toEqual([
      ['Half took at most', 0, '–'],
      ['9 of 10 took at most', 0, '–'],
    ])
  })

  it('draws the bar of the monitor who marked most as long as there is room', () => {
    const rows = monitorRows([
      { netID: 'cd2', name: 'Bo', makes: 3, misses: 1 },
      { netID: 'ab1', name: 'Ann', makes: 1, misses: 0 },
    ])
    expect(rows).toEqual([
      {
        name: 'Bo (cd2)',
        parts: [
          { share: 0.75, look: 'make' },
          { share: 0.25, look: 'miss' },
        ],
        text: 'Makes 3, Misses 1',
      },
      {
        name: 'Ann (ab1)',
        parts: [
          { share: 0.25, look: 'make' },
          { share: 0, look: 'miss' },
        ],
        text: 'Makes 1, Misses 0',
      },
    ])
  })

  it('gives the share of Misses beside the numbers, also of no marks at all', () => {
    expect(
      missRateRows([
        { period: 'Blue', clock: 'night', marks: 200, misses: 5 },
        { period: 'Blue', clock: 'day', marks: 0, misses: 0 },
        { period: null, clock: null, marks: 10, misses: 0 },
      ]).map(({ name, parts: [part], text }) => [name, part?.share, text]),
    ).toEqual([
      ['Blue, night', 1, '2.5 %: 5 of 200'],
      ['Blue, day', 0, '0.0 %: 0 of 0'],
      ['before there were rules', 0, '0.0 %: 0 of 10'],
    ])
  })
})
