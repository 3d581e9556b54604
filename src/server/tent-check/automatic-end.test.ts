import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '../context.ts'
import { watchForEmptyCheck } from './automatic-end.ts'
import { type CheckState, fold } from './ledger/check-state.ts'
import type { CheckEvent } from './ledger/events.ts'
import type { Ledger } from './ledger/ledger.ts'

const checkId = '00000000-0000-4000-8000-000000000001'
const head = { checkId, at: '2026-01-19T03:04:00.000Z', by: 'Lena', netID: 'lena' }
const mark = { id: 'a', outcome: 'miss', by: 'Lena', at: '', numberOfMisses: 1 } as const
const tents = [{ id: 'a', groupIndex: 0 }]

let check: CheckState | null
let catchUp: () => Promise<void>
const happens = (event: Partial<CheckEvent> & Pick<CheckEvent, 'kind'>) => {
  check = fold(check, { ...head, number: (check?.number ?? 0) + 1, ...event } as CheckEvent)
}
const run = vi.fn(async () => null)
let stop: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  run.mockClear()
  check = null
  happens({ kind: 'started', tents, numCheckers: 1 })
  happens({ kind: 'marked', mark })
  catchUp = async () => {}
  const ledger = { catchUp: () => catchUp(), running: () => check, run }
  stop = watchForEmptyCheck({ log: console } as unknown as Context, ledger as unknown as Ledger)
})
afterEach(async () => {
  await stop()
  vi.useRealTimers()
})

describe('the server ends a check whose last tent was marked', () => {
  it('ten seconds after that', async () => {
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(run).toHaveBeenCalledOnce()
  })

  it('counted anew where the mark was taken back and followed by another', async () => {
    await vi.advanceTimersByTimeAsync(9000)
    happens({ kind: 'undone', mark, markNumber: 2, misses: -1 })
    happens({ kind: 'marked', mark })
    await vi.advanceTimersByTimeAsync(9000)
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3000)
    expect(run).toHaveBeenCalled()
  })

  it.each([-1, 1])(
    'ten seconds after that, though the clock is set meanwhile by hours: %i',
    async (hours) => {
      await vi.advanceTimersByTimeAsync(5000)
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      await vi.advanceTimersByTimeAsync(5000)
      expect(run).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1000)
      expect(run).toHaveBeenCalled()
    },
  )

  it('but leaves one that was reopened without a tent to a person, until a tent is marked', async () => {
    happens({ kind: 'ended' })
    happens({ kind: 'reopened' })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(run).not.toHaveBeenCalled()
    happens({ kind: 'undone', mark, markNumber: 2, misses: -1 })
    happens({ kind: 'marked', mark })
    await vi.advanceTimersByTimeAsync(12_000)
    expect(run).toHaveBeenCalled()
  })

  it('and does not look at a database that was closed, when it is stopped', async () => {
    let answer = () => {}
    catchUp = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    await vi.advanceTimersByTimeAsync(1000)
    const stopped = vi.fn()
    const stopping = stop().then(stopped)
    await vi.advanceTimersByTimeAsync(5000)
    expect(stopped).not.toHaveBeenCalled()
    answer()
    await stopping
  })
})
