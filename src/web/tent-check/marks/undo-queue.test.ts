import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { UndoBody } from '../../../shared/tent-check/contract.ts'
import { CallError, NetworkError } from '../../api/call.ts'
import { type StoredUndo, UndoQueue, type WantedUndo } from './undo-queue.ts'

let kept: StoredUndo[]
let numbers: Map<string, number | null>
let send: ReturnType<typeof vi.fn<(body: UndoBody) => Promise<number>>>
let queue: UndoQueue
const told: unknown[] = []

function open(known = numbers): UndoQueue {
  const opened = new UndoQueue({
    read: () => [...kept].reverse(),
    write: (undo) => {
      const isNew = kept.every(({ undoId }) => undoId !== undo.undoId)
      kept = isNew ? [...kept, undo] : kept.map((one) => (one.undoId === undo.undoId ? undo : one))
    },
    remove: ({ undoId }) => {
      kept = kept.filter((one) => one.undoId !== undoId)
    },
    send,
    numberOf: (markId) => known.get(markId),
    now: () => Date.now(),
  })
  opened.onUndone = (undone) => told.push(undone)
  opened.onRefused = ({ id }, { message }) => told.push([id, message])
  return opened
}
const of = (id: string, number: number): WantedUndo => ({
  undoId: `undo ${id}`,
  id,
  checkId: 'check',
  tentLabel: id,
  number,
  markId: null,
})
const unnumbered = (id: string): WantedUndo => ({
  ...of(id, 0),
  number: null,
  markId: `mark ${id}`,
})
const stored = (undo: WantedUndo): StoredUndo => ({ ...undo, order: 1 })
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  kept = []
  numbers = new Map()
  told.length = 0
  send = vi.fn(async () => 9)
  queue = open()
})
afterEach(() => {
  queue.close()
  vi.useRealTimers()
})

describe('an undo', () => {
  it('is sent with the number of its mark, told, and forgotten', async () => {
    queue.add(of('a', 5))
    await settled()
    expect(send.mock.calls).toEqual([[{ id: 'a', checkId: 'check', undoId: 'undo a', number: 5 }]])
    const undone = { id: 'a', checkId: 'check', tentLabel: 'a', number: 9, isLate: false }
    expect(told).toEqual([undone])
    expect([kept, queue.getState()]).toEqual([[], []])
  })

  it('waits for the network, over a reload too, and goes out in order with the same id', async () => {
    send.mockRejectedValue(new NetworkError('gone'))
    queue.add(of('a', 5))
    queue.add(of('b', 6))
    queue.add(of('a', 5))
    await settled()
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b'])
    queue.close()
    send.mockReset().mockResolvedValue(9)
    queue = open()
    await settled()
    expect(send.mock.calls.map(([body]) => body.undoId)).toEqual(['undo a', 'undo b'])
    expect(kept).toEqual([])
  })

  it('that has waited is told as late; one from before a reload, too', async () => {
    send.mockRejectedValue(new NetworkError('gone'))
    queue.add(of('a', 5))
    await vi.advanceTimersByTimeAsync(5001)
    send.mockReset().mockResolvedValue(9)
    queue.flush()
    await settled()
    kept = [stored(of('b', 6))]
    queue.close()
    queue = open()
    await settled()
    expect(told).toMatchObject([
      { id: 'a', isLate: true },
      { id: 'b', isLate: true },
    ])
  })

  it('of a tent that was marked again is sent, too, while that of the mark before has no answer', async () => {
    send.mockRejectedValueOnce(new NetworkError('gone'))
    numbers.set('mark a', 9)
    queue.add(of('a', 5))
    queue.add({ ...unnumbered('a'), undoId: 'undo a2' })
    queue.add({ ...of('a', 9), undoId: 'undo a3' })
    await settled()
    expect(kept.map(({ undoId }) => undoId)).toEqual(['undo a', 'undo a2'])
    queue.flush()
    await settled()
    expect(send.mock.calls.slice(1).map(([body]) => body.number)).toEqual([5, 9])
    expect(kept).toEqual([])
  })

  it('is tried again by itself', async () => {
    send.mockRejectedValueOnce(new CallError(503, { code: 'busy', error: '' }))
    queue.add(of('a', 5))
    await settled()
    expect(kept).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).toHaveBeenCalledTimes(2)
    expect(kept).toEqual([])
  })

  it('of a mark without an answer waits for it, and lets others go first', async () => {
    numbers.set('mark a', null)
    queue.add(unnumbered('a'))
    queue.add(of('b', 6))
    await settled()
    expect(send.mock.calls.map(([{ id }]) => id)).toEqual(['b'])
    numbers.set('mark a', 7)
    queue.flush()
    await settled()
    expect(send.mock.calls[1]?.[0]).toMatchObject({ id: 'a', number: 7 })
  })

  it('of a mark that was refused is forgotten: there is nothing to undo', async () => {
    numbers.set('mark a', null)
    queue.add(unnumbered('a'))
    numbers.delete('mark a')
    queue.flush()
    await settled()
    expect([send.mock.calls, kept, told]).toEqual([[], [], []])
  })

  it('of a mark that was answered is sent after a reload, too', async () => {
    send.mockRejectedValue(new NetworkError('gone'))
    numbers.set('mark a', 7)
    queue.add(unnumbered('a'))
    await settled()
    queue.close()
    // What became of the mark is known to that page alone.
    numbers.clear()
    send.mockReset().mockResolvedValue(9)
    queue = open()
    await settled()
    expect(send.mock.calls[0]?.[0]).toMatchObject({ id: 'a', number: 7 })
  })

  it('is taken over from a tab that was closed', async () => {
    kept = [stored(of('a', 5))]
    queue.flush()
    await settled()
    expect([send.mock.calls.length, kept]).toEqual([1, []])
  })

  it('is kept where another tab keeps its own', async () => {
    send.mockRejectedValue(new NetworkError('gone'))
    const other = open()
    onTestFinished(() => other.close())
    queue.add(of('a', 5))
    other.add(of('b', 6))
    await settled()
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b'])
    send.mockResolvedValue(9)
    other.flush()
    await settled()
    expect(kept).toEqual([])
    queue.changedElsewhere('undo a')
    expect(queue.getState()).toEqual([])
  })

  it('is not dropped as another tab stores its own', async () => {
    send.mockRejectedValue(new NetworkError('gone'))
    queue.add(of('a', 5))
    await settled()
    kept = [...kept, stored(of('b', 6))]
    queue.changedElsewhere('undo b')
    expect(queue.getState().map(({ id }) => id)).toEqual(['a'])
  })

  it('of a mark that another tab has sent is not forgotten: that one wrote its number down', async () => {
    numbers.set('mark a', null)
    queue.add(unnumbered('a'))
    numbers.delete('mark a')
    kept = [stored(of('a', 7))]
    queue.flush()
    await settled()
    expect(send.mock.calls[0]?.[0]).toMatchObject({ id: 'a', number: 7 })
  })

  it('of a mark that is answered while another undo is sent is not lost to a tab without its number', async () => {
    let answer = (_number: number) => {}
    send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    numbers.set('mark a', 7).set('mark b', null)
    queue.add(unnumbered('a'))
    queue.add(unnumbered('b'))
    numbers.set('mark b', 8)
    queue.flush()
    const other = open(new Map())
    onTestFinished(() => other.close())
    queue.changedElsewhere('undo b')
    answer(9)
    await settled()
    expect(send).toHaveBeenCalledWith({ id: 'b', checkId: 'check', undoId: 'undo b', number: 8 })
    expect([kept, queue.getState()]).toEqual([[], []])
  })

  it('of a mark that is answered after its monitor has gone is sent when they are back', async () => {
    numbers.set('mark a', null)
    queue.add(unnumbered('a'))
    queue.close()
    numbers.set('mark a', 7)
    queue.flush()
    queue = open(new Map())
    await settled()
    expect(send.mock.calls[0]?.[0]).toMatchObject({ id: 'a', number: 7 })
  })

  it('that is refused where nobody can read why waits until somebody can', async () => {
    const refusal = new CallError(409, { code: 'checkOver', error: 'It is over.' })
    send.mockRejectedValue(refusal)
    queue.onRefused = null
    queue.add(of('a', 5))
    const leftToSend: boolean[] = []
    queue.subscribe(() => leftToSend.push(queue.hasToSend()))
    expect(queue.hasToSend()).toBe(true)
    await settled()
    expect([kept.length, told, leftToSend]).toEqual([1, [], [false]])
    queue.onRefused = ({ id }, { message }) => told.push([id, message])
    queue.flush()
    await settled()
    expect([kept, told]).toEqual([[], [['a', 'It is over.']]])
  })

  it('that is refused where nobody can read why holds up no other', async () => {
    const refusal = new CallError(409, { code: 'notMarked', error: 'Not marked.' })
    send.mockImplementation(async ({ id }) => {
      if (id === 'a') throw refusal
      return 9
    })
    queue.onRefused = null
    queue.add(of('a', 5))
    queue.add(of('b', 6))
    await settled()
    expect(kept.map(({ id }) => id)).toEqual(['a'])
  })

  it('that is refused for good is told with the reason; without a session it waits', async () => {
    send.mockRejectedValueOnce(new CallError(401, { code: 'notSignedIn', error: '' }))
    queue.add(of('a', 5))
    await settled()
    expect([kept.length, told]).toEqual([1, []])
    send.mockRejectedValueOnce(new CallError(409, { code: 'checkOver', error: 'It is over.' }))
    queue.flush()
    await settled()
    expect([kept, told]).toEqual([[], [['a', 'It is over.']]])
  })
})
