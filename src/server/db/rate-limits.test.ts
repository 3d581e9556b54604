// On each engine: the counts are decided by SQL.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { hourMs } from '../../shared/durations.ts'
import type { Database } from './database.ts'
import { countUp, removeLimitsOver, takeMoment, takeOnce } from './rate-limits.ts'

const now = new Date('2026-01-19T08:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

let db: Database
beforeEach(async () => {
  db = await freshDatabase()
})
afterEach(() => db.close())

const count = (at: Date) => db.transaction((tx) => countUp(tx, 'key', at, hourMs))
const moment = (at: Date) => db.transaction((tx) => takeMoment(tx, 'key', at, 1000, 10_000))

it('a window that a clock began which was ahead is over once that is set right', async () => {
  await count(after(24 * hourMs))
  expect(await count(now)).toEqual({ count: 1, windowEndsAt: after(hourMs) })
  expect(await count(after(1000))).toEqual({ count: 2, windowEndsAt: after(hourMs) })
})

it('a window that a server began whose clock is some seconds ahead goes on', async () => {
  await count(after(2000))
  expect(await count(now)).toEqual({ count: 2, windowEndsAt: after(hourMs + 2000) })
})

it('a moment that a clock took which was ahead holds no later one', async () => {
  await moment(after(24 * hourMs))
  expect(await moment(now)).toEqual({ moment: after(1000), isTaken: true })
  expect(await moment(now)).toEqual({ moment: after(2000), isTaken: true })
})

it('a key that may be taken once is taken by one of many, until it is forgotten', async () => {
  const take = () => db.transaction((tx) => takeOnce(tx, 'key', after(hourMs)))
  const forget = (at: Date) => db.transaction((tx) => removeLimitsOver(tx, at, ''))
  const taken = await Promise.all(Array.from({ length: 6 }, take))
  expect(taken.filter((isFirst) => isFirst)).toHaveLength(1)
  await forget(after(hourMs - 1))
  expect(await take()).toBe(false)
  await forget(after(hourMs))
  expect(await take()).toBe(true)
})
