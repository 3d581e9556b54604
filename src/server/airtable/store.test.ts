import { expect, it } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { findUsage, giveSlotBack, takeSlot } from './store.ts'

it('is blocked for an hour at most, whatever a clock that was ahead wrote', async () => {
  const db = await freshDatabase()
  const now = new Date('2026-01-19T08:00:00Z')
  const until = new Date('2026-01-19T09:00:00Z')
  const ask = (id: string, at: Date) => db.transaction((tx) => takeSlot(tx, 'base', id, at))
  const block = (at: Date, end: Date) =>
    db.transaction((tx) => giveSlotBack(tx, 'base', 'a', at, { until: end, by: 'Too often' }))
  await ask('a', now)
  await block(now, until)
  expect(await ask('b', now)).toEqual({ waitMs: 3_600_000, blockedBy: 'Too often' })
  expect(await db.read((reader) => findUsage(reader, 'base', now))).toMatchObject({
    blockedUntil: until,
    blockedBy: 'Too often',
  })

  const ahead = new Date('2026-01-22T08:00:30Z')
  await block(ahead, ahead)
  expect(await db.read((reader) => findUsage(reader, 'base', now))).toMatchObject({
    blockedUntil: null,
    blockedBy: null,
  })
  expect(await ask('c', now)).toEqual({ waitMs: 0, blockedBy: null })
  await db.close()
})
