import { expect, it, vi } from 'vitest'
import type { Tx } from '../db/database.ts'
import type { Live } from '../live/live.ts'
import { recordEnded } from './ended-sessions.ts'

it('pages of a person follow also where no session was left to end: an earlier answer may be lost', async () => {
  const tx = {} as Tx
  const personChanged = vi.fn(async () => {})
  const live = { personChanged } as unknown as Live
  const ctx = { now: () => new Date('2026-01-19T03:04:00Z') }
  await recordEnded(ctx, live, tx, { by: 'boss', about: 'mo', sessions: 0 })
  expect(personChanged).toHaveBeenCalledExactlyOnceWith(tx, 'mo')
})
