import { randomOf } from '../../src/server/random.ts'
import type { ShiftProblem } from '../../src/shared/shifts/problem.ts'

type Numbers = { day: number; night: number }

/** What a tent of twelve asks for: whole days from 7 AM by half hours, in the season's zone. */
export type Tenting = {
  days: number
  seed: number
  /** How likely someone is free in half a day, and in a night. */
  freeByDay: number
  freeByNight: number
  seconds: number
  required: (day: number) => Numbers
}

const people = 12
const slotsADay = 48

/** Nights are from 1 to 7, before Saturdays and Sundays from 2:30; the first day is a Wednesday. */
export function tentingProblem(tenting: Tenting): ShiftProblem {
  const { days, seed, freeByDay, freeByNight, seconds, required } = tenting
  const random = randomOf(seed)
  const slots = Array.from({ length: days * slotsADay }, (_, slot) => {
    const day = Math.floor(slot / slotsADay)
    const night = slot % slotsADay >= nightFrom(day)
    return { need: required(day)[night ? 'night' : 'day'], night }
  })
  const freeOf = () =>
    Array.from({ length: days }, (_, day) => {
      const night = nightFrom(day)
      const half = Math.floor(night / 2)
      const part = (chance: number, length: number) =>
        (random() < chance ? '1' : '0').repeat(length)
      return [
        part(freeByDay, half),
        part(freeByDay, night - half),
        part(freeByNight, slotsADay - night),
      ].join('')
    }).join('')
  return {
    slotMinutes: 30,
    start: '2026-01-28T07:00',
    timeZone: 'America/New_York',
    slots,
    people: Array.from({ length: people }, (_, index) => ({
      id: `p${index + 1}`,
      carriedDayHours: 0,
      carriedNightHours: 0,
      free: freeOf(),
    })),
    locked: [],
    limits: { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 },
    seconds,
  }
}

/** In slots after 7 AM: the night after a Friday or a Saturday begins at 2:30. */
function nightFrom(day: number): number {
  const weekday = (day + 3) % 7
  return weekday === 5 || weekday === 6 ? 39 : 36
}
