import { expect, it } from 'vitest'
import { startApp } from '../../../tests/support/app.ts'
import {
  calendarFile,
  copiedCells,
  savedWhen2meet,
} from '../../../tests/support/availability-files.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { always, never } from '../../../tests/support/shift-tent.ts'
import type { Availability, ReadAvailability } from '../../shared/shifts/tent-shifts.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'

const timeZone = 'America/New_York'
/** Thursday of Blue, 10:00 in Durham. */
const begun = new Date('2026-01-29T15:00:00Z')
const firstDay = '2026-01-30'
const days = [firstDay, '2026-01-31', '2026-02-01']
const names = [
  ...['Ann Lee', 'Bo Chen', 'Cy Diaz', 'Di Evans', 'Ed Fox', 'Flo Grant'],
  ...['Gus Hall', 'Hal Ito', 'Ida Jones', 'Jo Kim', 'Kit Lund', 'Lou Mora'],
]
const params = { tentId: 't0' }
const twelve = rosterRow({
  ...{ id: params.tentId, order: 'T', name: 'Twelve', captain: 'm0', dayNumber: 1, nightNumber: 2 },
  members: names.join(', '),
  netIDs: names.map((_, place) => `m${place}`).join(', '),
})
const week = { from: firstDay, days: 7 }

/** Each day of a week between two hours, as it is painted by finger or set by words. */
function eachDay(from: number, until: number, sign: '1' | '2'): Availability {
  const day = ['0'.repeat(2 * from), sign.repeat(2 * (until - from)), '0'.repeat(48 - 2 * until)]
  return { week: day.join('').repeat(7), exceptions: [] }
}

async function startTwelve() {
  const server = await startApp({}, () => begun)
  await server.db.transaction((tx) => importRoster(systemContext, tx, [twelve], { results: true }))
  const tokens = await Promise.all(
    names.map((_, place) => server.signIn(`m${place}`, { isConfirmed: true })),
  )
  const as = (place: number) => server.withToken(tokens[place])
  const picture = () => as(0).call('getShifts', undefined, { params, query: week })
  const save = (place: number, memberId: string | null | undefined, answer: Availability) =>
    as(place).call('saveAvailability', answer, {
      params: { ...params, memberId: memberId ?? '' },
    })

  return {
    close: server.close,
    captain: as(0),
    picture,
    save,
    /** Says who one is, and when one can be there. */
    async answer(place: number, answer: Availability): Promise<void> {
      const memberId = (await picture()).people[place]?.id ?? ''
      await as(place).call('linkMember', { memberId }, { params })
      await save(place, memberId, answer)
    },
    /** What a file says of each of its people. */
    async read(place: number, kind: string, file: string | Buffer) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'times')
      const path = `${server.url}/api/tents/${params.tentId}/shifts/read-availability`
      const answer = await fetch(`${path}?kind=${kind}&from=${firstDay}&days=42`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${tokens[place]}` },
      })
      const { people }: ReadAvailability = await answer.json()
      return people.map(({ memberId, exceptions }) => ({
        memberId,
        answer: { ...never, exceptions },
      }))
    },
    /** When a member is free on a day, by the clock: `01:00–07:00`, and where they prefer it so. */
    async freeOn(day: string): Promise<Record<string, string[]>> {
      const { slots, people } = await picture()
      const ofDay = slots.flatMap(({ local }, slot) => (local.startsWith(day) ? [slot] : []))
      const clock = (slot: number) =>
        slots[slot]?.local.startsWith(day) ? slots[slot].local.slice(11) : '24:00'
      return Object.fromEntries(
        people.map(({ name, free }) => {
          const signs = ofDay.map((slot) => free?.[slot] ?? '0').join('')
          const [first = 0] = ofDay
          const runs = [...signs.matchAll(/1+|2+/g)].map(({ 0: run, index }) => {
            const span = `${clock(first + index)}–${clock(first + index + run.length)}`
            return run.startsWith('2') ? `${span} preferred` : span
          })
          return [name, runs]
        }),
      )
    },
  }
}

it('a tent of twelve answers in five ways, is planned and published, and everyone has a shift', async () => {
  const tent = await startTwelve()
  const { captain } = tent
  await tent.answer(0, always)
  for (const place of [1, 9]) await tent.answer(place, eachDay(1, 7, '2'))
  for (const place of [2, 10]) await tent.answer(place, eachDay(9, 17, '1'))
  const [classes] = await tent.read(6, 'calendar', calendarFile(firstDay))
  for (const place of [6, 11]) await tent.answer(place, classes?.answer ?? never)
  // The captain, for those who have not said who they are.
  const sheet = copiedCells(
    ['Di Evans', 'Ed Fox', 'Flo Grant'],
    ['Fri Jan 30', 'Sat Jan 31', 'Sun Feb 1'],
    [
      '1:00 AM  | x |   |',
      '4:00 AM  | x | x |',
      '7:00 AM  |   | x | x',
      '11:00 AM |   |   | x',
      '3:00 PM  |   |   |',
    ],
  )
  const free = { 'Hal Ito': ['09:00', '13:00'], 'Ida Jones': ['20:15', '23:00'] } as const
  for (const { memberId, answer } of [
    ...(await tent.read(0, 'sheet', sheet)),
    ...(await tent.read(0, 'when2meet', savedWhen2meet(free, days, timeZone))),
  ]) {
    await tent.save(0, memberId, answer)
  }

  const atNight = ['01:00–07:00 preferred']
  const byDay = ['09:00–17:00']
  const beside = ['00:00–09:00', '17:00–24:00']
  expect(await tent.freeOn(firstDay)).toEqual({
    'Ann Lee': ['00:00–24:00'],
    'Bo Chen': atNight,
    'Cy Diaz': byDay,
    'Di Evans': ['01:00–07:00'],
    'Ed Fox': ['04:00–11:00'],
    'Flo Grant': ['07:00–15:00'],
    'Gus Hall': beside,
    'Hal Ito': ['09:00–13:00'],
    'Ida Jones': ['20:30–23:00'],
    'Jo Kim': atNight,
    'Kit Lund': byDay,
    'Lou Mora': beside,
  })

  await captain.call('planShifts', { ...week, keep: false }, { params })
  await captain.call('stopPlanning', undefined, { params })
  const { draft } = await tent.picture()
  await captain.call('publishShifts', { madeAt: draft?.madeAt ?? '' }, { params })
  const { plan, people } = await tent.picture()
  expect(plan.short).toEqual([])
  const onShift = new Set(plan.shifts.map(({ memberId }) => memberId))
  expect(people.filter(({ id }) => !onShift.has(id)).map(({ name }) => name)).toEqual([])
  await tent.close()
})
