import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import type { MarkBody, MarkFacts } from '../../../shared/tent-check/contract.ts'
import { CallError, NetworkError } from '../../api/call.ts'
import { type Mark, markOf } from './mark.ts'
import { MarkQueue, type MarkStorage } from './mark-queue.ts'

const tent = activeTent({ id: 't1', order: 'B', numberOfMisses: 2 })
const checkId = 'c1'

let nextId = 0
function miss(): Mark {
  nextId += 1
  const monitor = { firstName: 'Lena' }
  const now = new Date()
  return markOf({ tent, checkId, monitor, markId: `mark-${nextId}`, now, outcome: 'miss' })
}

function memory(): MarkStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    keys: () => [...kept.keys()],
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => kept.set(key, value),
    remove: (key) => kept.delete(key),
  }
}

/** A server that is told what to answer; it remembers what reached it. */
function fakeServer() {
  const received: MarkBody[] = []
  let answer: () => Promise<unknown> = async () => ({})
  return {
    received,
    answers(next: () => Promise<unknown>) {
      answer = next
    },
    /** Gives Lena's mark: they are numbered as they come. */
    send: async (body: MarkBody) => {
      received.push(body)
      const number = received.length
      await answer()
      return { outcome: 'miss', netID: 'lena', number } as MarkFacts
    },
  }
}

const refusal = (status: number, body: object) => async () => {
  throw new CallError(status, body)
}
const noNetwork = async () => {
  throw new NetworkError('The server could not be reached.')
}

let storage: ReturnType<typeof memory>
let server: ReturnType<typeof fakeServer>
let isOnline = true
let isReachable = true
let reached = 0
const opened: MarkQueue[] = []
function open(netID = 'lena'): MarkQueue {
  const queue = new MarkQueue({
    netID,
    storage,
    send: server.send,
    isOnline: () => isOnline,
    reach: async () => {
      reached += 1
      if (!isReachable) await noNetwork()
    },
    now: () => performance.now(),
  })
  opened.push(queue)
  return queue
}
const phases = (queue: MarkQueue) => queue.getState().marks.map(({ phase }) => phase)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-19T03:04:00Z') })
  storage = memory()
  server = fakeServer()
  isOnline = true
  isReachable = true
  reached = 0
})
afterEach(() => {
  for (const queue of opened.splice(0)) queue.close()
  vi.useRealTimers()
})

describe('a mark', () => {
  it('is written down at the tap, fades for 500 ms, is sent, and forgotten when the server has it', async () => {
    const queue = open()
    const mark = miss()
    queue.add(mark)
    expect(storage.kept.size).toBe(1)
    await vi.advanceTimersByTimeAsync(499)
    expect([phases(queue), server.received.length]).toEqual([['fading'], 0])
    await vi.advanceTimersByTimeAsync(1)
    expect(server.received).toEqual([
      {
        id: 't1',
        misses: 3,
        lastMissLM: 'Lena',
        dateOfLastMiss: '1/18/2026, 10:04 PM',
        markId: mark.markId,
        checkId,
        deviceTime: '2026-01-19T03:04:00.000Z',
      },
    ])
    expect(queue.getState()).toMatchObject({ marks: [], saved: [{ markId: mark.markId }] })
    expect(storage.kept.size).toBe(0)
  })

  it('is taken back while it fades, and not while it is sent', async () => {
    const queue = open()
    const [first, second] = [miss(), miss()]
    queue.add(first)
    await vi.advanceTimersByTimeAsync(300)
    expect(queue.takeBack(first.markId)).toBe(true)
    server.answers(() => new Promise(() => {}))
    queue.add(second)
    await vi.advanceTimersByTimeAsync(500)
    expect(queue.takeBack(second.markId)).toBe(false)
    expect(server.received.map(({ markId }) => markId)).toEqual([second.markId])
  })

  it('is not begun to be sent without a network, however long, unless the browser is wrong', async () => {
    isOnline = false
    isReachable = false
    const queue = open()
    const [first, second, third] = [miss(), miss(), miss()]
    for (const mark of [first, second, third]) queue.add(mark)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(phases(queue)).toEqual(['sending', 'sending', 'sending'])
    expect([server.received, reached]).toEqual([[], 0])
    expect(queue.takeBack(first.markId)).toBe(true)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(queue.getState().marks.map(({ isTried }) => isTried)).toEqual([false, false])
    expect(reached).toBeGreaterThan(10)
    expect(queue.takeBack(second.markId)).toBe(true)
    isReachable = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(server.received.map(({ markId }) => markId)).toEqual([third.markId])
    expect(queue.getState().marks).toEqual([])
  })

  it('that is taken back while the server is asked whether it is there is not sent', async () => {
    isOnline = false
    let answer = () => {}
    const queue = new MarkQueue({
      netID: 'lena',
      storage,
      send: server.send,
      isOnline: () => isOnline,
      reach: () => new Promise((resolve) => (answer = resolve)),
      now: () => performance.now(),
    })
    opened.push(queue)
    const mark = miss()
    queue.add(mark)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(queue.takeBack(mark.markId)).toBe(true)
    answer()
    await vi.advanceTimersByTimeAsync(1000)
    expect([server.received, storage.kept.size]).toEqual([[], 0])
  })

  it('is forgotten later, too, if it surely was not sent, and only then', async () => {
    server.answers(noNetwork)
    const queue = open()
    const marks = Array.from({ length: 5 }, miss)
    for (const mark of marks) queue.add(mark)
    await vi.advanceTimersByTimeAsync(500)
    expect(queue.getState().marks.map(({ isTried }) => isTried)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    // After a reload it is still known which ones the server may have.
    queue.close()
    const reloaded = open()
    await vi.advanceTimersByTimeAsync(499)
    const [tried, untried] = [marks[0]?.markId ?? '', marks[4]?.markId ?? '']
    expect(reloaded.takeBack(untried)).toBe(false)
    server.answers(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(2)
    expect(reloaded.takeBack(tried)).toBe(false)
    expect(reloaded.takeBack(untried)).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.received.map(({ markId }) => markId)).not.toContain(untried)
    expect(storage.kept.size).toBe(4)
  })

  it('is sent again with the same markId until it is answered', async () => {
    const queue = open()
    server.answers(noNetwork)
    queue.add(miss())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phases(queue)).toEqual(['sending'])
    expect(server.received.length).toBeGreaterThan(4)
    expect(new Set(server.received.map(({ markId }) => markId)).size).toBe(1)
    server.answers(async () => ({}))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(queue.getState().marks).toEqual([])
  })

  it('goes out at once when the network or the page comes back', async () => {
    const queue = open()
    server.answers(noNetwork)
    queue.add(miss())
    await vi.advanceTimersByTimeAsync(20_000)
    server.answers(async () => ({}))
    queue.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(queue.getState().marks).toEqual([])
  })

  it('has its number before it is no longer stored: what follows from it is written down first', async () => {
    const queue = open()
    const mark = miss()
    queue.add(mark)
    const seen: unknown[] = []
    queue.subscribe(() => seen.push([queue.numberOf(mark.markId), storage.kept.size]))
    await vi.advanceTimersByTimeAsync(500)
    expect(seen.at(-1)).toEqual([1, 1])
    expect(storage.kept.size).toBe(0)
  })

  it('outlives a reload, in every phase', async () => {
    server.answers(noNetwork)
    const first = open()
    first.add(miss())
    first.close()
    const second = open()
    await vi.advanceTimersByTimeAsync(500)
    expect(phases(second)).toEqual(['sending'])
    second.close()
    server.answers(async () => ({}))
    const third = open()
    await vi.advanceTimersByTimeAsync(500)
    expect(third.getState().marks).toEqual([])
  })

  it('belongs to its netID and waits for the next sign-in', async () => {
    server.answers(refusal(401, { error: 'Please sign in first.', code: 'notSignedIn' }))
    const lenas = open('lena')
    const onSessionMismatch = vi.fn()
    lenas.onSessionMismatch = onSessionMismatch
    lenas.add(miss())
    await vi.advanceTimersByTimeAsync(60_000)
    expect([server.received.length, onSessionMismatch.mock.calls.length]).toEqual([1, 1])
    lenas.close()
    server.answers(async () => ({}))
    const others = open('len')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([others.getState().marks.length, server.received.length]).toEqual([0, 1])
    open('lena')
    await vi.advanceTimersByTimeAsync(500)
    expect([server.received.length, storage.kept.size]).toEqual([2, 0])
  })

  it('that is refused stays with its reason until its monitor has read it, over a reload too', async () => {
    const mark = { id: 't1', outcome: 'make', by: 'Alex', at: '1/18/2026, 10:03 PM' }
    const error = 'A colleague marked this tent the other way before you.'
    server.answers(refusal(409, { error, code: 'markedOtherwise', mark }))
    const queue = open()
    queue.add(miss())
    await vi.advanceTimersByTimeAsync(500)
    queue.close()
    const again = open()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(again.getState().marks).toMatchObject([
      { phase: 'refused', refusal: { text: error, mark: { by: 'Alex' } } },
    ])
    expect(server.received).toHaveLength(1)
    again.dismiss(again.getState().marks[0]?.markId ?? '')
    expect([again.getState().marks.length, storage.kept.size]).toEqual([0, 0])
  })

  it('that is refused stands below what was refused before it, which somebody may be reading', async () => {
    let refuseFirst = () => {}
    server.answers(
      () =>
        new Promise((_, reject) => {
          refuseFirst = () => reject(new CallError(409, { error: 'x', code: 'tentGone' }))
        }),
    )
    const queue = open()
    const [first, second] = [miss(), miss()]
    queue.add(first)
    await vi.advanceTimersByTimeAsync(500)
    server.answers(refusal(409, { error: 'x', code: 'tentGone' }))
    queue.add(second)
    await vi.advanceTimersByTimeAsync(500)
    refuseFirst()
    await vi.advanceTimersByTimeAsync(0)
    const refused = queue.getState().marks
    expect(refused.map(({ markId, phase }) => [markId, phase])).toEqual([
      [second.markId, 'refused'],
      [first.markId, 'refused'],
    ])
  })

  it.each([
    ['a server that restarts', refusal(503, { error: 'x', code: 'unavailable' })],
    ['too many requests', refusal(429, { error: 'x', code: 'tooManyAttempts' })],
    ['a portal that answers in our place', refusal(403, {})],
  ])('waits through %s', async (_, answer) => {
    server.answers(answer)
    const queue = open()
    queue.add(miss())
    await vi.advanceTimersByTimeAsync(5000)
    expect(phases(queue)).toEqual(['sending'])
  })

  it.each([
    ['back', '2026-01-19T02:04:00Z'],
    ['on', '2026-01-19T04:04:00Z'],
  ])('is sent within 15 s although the phone’s clock is set %s by an hour', async (_, clock) => {
    const queue = open()
    server.answers(noNetwork)
    queue.add(miss())
    await vi.advanceTimersByTimeAsync(100)
    vi.setSystemTime(new Date(clock))
    await vi.advanceTimersByTimeAsync(399)
    expect(phases(queue)).toEqual(['fading'])
    await vi.advanceTimersByTimeAsync(1)
    expect(server.received).toHaveLength(1)
    // Once more while a retry is planned.
    vi.setSystemTime(new Date('2026-01-18T00:00:00Z'))
    server.answers(async () => ({}))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(queue.getState().marks).toEqual([])
  })

  it('that the server lost after it was saved is not called saved', async () => {
    const queue = open()
    const [first, second] = [miss(), miss()]
    queue.add(first)
    queue.add(second)
    await vi.advanceTimersByTimeAsync(500)
    const { saved } = queue.getState()
    queue.notSaved(saved.filter(({ markId }) => markId === first.markId))
    expect(queue.getState().saved).toMatchObject([{ ...second, facts: { number: 2 } }])
  })

  it('is no longer called saved after a later undo in its check, and only then', async () => {
    const queue = open()
    const mark = miss()
    queue.add(mark)
    await vi.advanceTimersByTimeAsync(500)
    expect(queue.getState().saved).toMatchObject([{ facts: { number: 1 } }])
    queue.returned({ id: 't1', checkId: 'another', number: 9 })
    queue.returned({ id: 't1', checkId: mark.body.checkId ?? '', number: 1 })
    expect(queue.getState().saved).toHaveLength(1)
    queue.returned({ id: 't1', checkId: mark.body.checkId ?? '', number: 2 })
    expect(queue.getState().saved).toEqual([])
  })
})

describe('of two tabs of one monitor', () => {
  /** Tabs share what is written down; each is told what another one changes. */
  function tabsOf() {
    const tabs: { queue: MarkQueue; isAwake: boolean }[] = []
    const openTab = () => {
      const tell = (key: string) => {
        for (const other of tabs) {
          if (other !== tab && other.isAwake) other.queue.changedElsewhere(key)
        }
      }
      const shared: MarkStorage = {
        ...storage,
        write: (key, value) => {
          storage.write(key, value)
          tell(key)
        },
        remove: (key) => {
          storage.remove(key)
          tell(key)
        },
      }
      const given = {
        netID: 'lena',
        storage: shared,
        isOnline: () => isOnline,
        reach: noNetwork,
        now: () => performance.now(),
      }
      const queue = new MarkQueue({ ...given, send: server.send })
      const tab = { queue, isAwake: true }
      tabs.push(tab)
      opened.push(queue)
      return tab
    }
    return openTab
  }

  it('the one that is left sends what the closed one could not', async () => {
    const openTab = tabsOf()
    const [first, second] = [openTab(), openTab()]
    server.answers(noNetwork)
    first.queue.add(miss())
    await vi.advanceTimersByTimeAsync(600)
    first.queue.close()
    server.answers(async () => ({}))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(second.queue.getState()).toMatchObject({ marks: [], saved: [{ outcome: 'miss' }] })
    expect(storage.kept.size).toBe(0)
  })

  it('one that slept finds on waking what the other one wrote down and could not send', async () => {
    const openTab = tabsOf()
    const [first, second] = [openTab(), openTab()]
    second.isAwake = false
    server.answers(noNetwork)
    first.queue.add(miss())
    await vi.advanceTimersByTimeAsync(600)
    first.queue.close()
    server.answers(async () => ({}))
    second.isAwake = true
    second.queue.flush()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(storage.kept.size).toBe(0)
  })

  it.each([
    ['as it wakes', (queue: MarkQueue) => queue.flush()],
    ['as its own time comes', () => {}],
  ])('one that slept does not send what was taken back in the other one, %s', async (_, wake) => {
    const openTab = tabsOf()
    const [first, second] = [openTab(), openTab()]
    first.isAwake = false
    isOnline = false
    const mark = miss()
    first.queue.add(mark)
    await vi.advanceTimersByTimeAsync(5000)
    expect(second.queue.takeBack(mark.markId)).toBe(true)
    isOnline = true
    wake(first.queue)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phases(first.queue)).toEqual([])
    expect(server.received).toEqual([])
  })

  it('one that slept while it sent a mark gets its answer, although the other one had it before', async () => {
    const openTab = tabsOf()
    const first = openTab()
    let answer = () => {}
    server.answers(() => new Promise<void>((resolve) => (answer = resolve)))
    first.queue.add(miss())
    await vi.advanceTimersByTimeAsync(500)
    first.isAwake = false
    server.answers(async () => ({}))
    openTab()
    await vi.advanceTimersByTimeAsync(5000)
    expect(storage.kept.size).toBe(0)
    first.queue.flush()
    answer()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(first.queue.getState()).toMatchObject({ marks: [], saved: [{ outcome: 'miss' }] })
    expect(server.received).toHaveLength(2)
  })

  it('only one sends a mark as long as both are well; the other one shows it on its way', async () => {
    const openTab = tabsOf()
    const [first, second] = [openTab(), openTab()]
    first.queue.add(miss())
    expect([phases(first.queue), phases(second.queue)]).toEqual([['fading'], ['sending']])
    await vi.advanceTimersByTimeAsync(500)
    expect(phases(second.queue)).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.received).toHaveLength(1)
  })

  it('a mark that is taken back in one is not sent by the other', async () => {
    const openTab = tabsOf()
    const [first, second] = [openTab(), openTab()]
    const mark = miss()
    first.queue.add(mark)
    await vi.advanceTimersByTimeAsync(400)
    expect(second.queue.takeBack(mark.markId)).toBe(false)
    const third = openTab()
    await vi.advanceTimersByTimeAsync(99)
    expect(first.queue.takeBack(mark.markId)).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([phases(second.queue), phases(third.queue), server.received.length]).toEqual([[], [], 0])
  })

  it('one that has not heard of a mark of the other knows that it waits, and when it no longer does', async () => {
    const openTab = tabsOf()
    const [first, second] = [openTab(), openTab()]
    second.isAwake = false
    const mark = miss()
    const numbers = () => [first, second].map(({ queue }) => queue.numberOf(mark.markId))
    first.queue.add(mark)
    expect(numbers()).toEqual([null, null])
    server.answers(refusal(409, { error: 'x', code: 'otherCheck' }))
    await vi.advanceTimersByTimeAsync(500)
    expect(numbers()).toEqual([undefined, undefined])
  })

  it('a mark that is refused in one needs its monitor in both, until it is read in either', async () => {
    const openTab = tabsOf()
    const [first, second] = [openTab(), openTab()]
    const mark = miss()
    first.queue.add(mark)
    server.answers(refusal(409, { error: 'x', code: 'otherCheck' }))
    await vi.advanceTimersByTimeAsync(500)
    expect([phases(first.queue), phases(second.queue)]).toEqual([['refused'], ['refused']])
    second.queue.dismiss(mark.markId)
    expect([phases(first.queue), phases(second.queue), storage.kept.size]).toEqual([[], [], 0])
  })

  it('a refusal that was read elsewhere while this tab asked again does not come back', async () => {
    const openTab = tabsOf()
    const [first, second] = [openTab(), openTab()]
    const mark = miss()
    server.answers(noNetwork)
    first.queue.add(mark)
    let answer = () => {}
    await vi.advanceTimersByTimeAsync(4000)
    server.answers(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return refusal(409, { error: 'x', code: 'otherCheck' })()
    })
    await vi.advanceTimersByTimeAsync(15_000)
    storage.kept.clear()
    first.queue.changedElsewhere(null)
    second.queue.changedElsewhere(null)
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect([phases(first.queue), phases(second.queue), storage.kept.size]).toEqual([[], [], 0])
  })
})

describe('a Make that waits', () => {
  it('is sent after a reload with the ids that it had; one from before there were any, without', async () => {
    server.answers(noNetwork)
    const before = open()
    const { present: _, ...older } = { ...miss().body, present: ['m1'] }
    for (const body of [{ ...miss().body, present: ['m1'] }, older]) {
      before.add({ ...miss(), body })
    }
    before.close()
    server.received.length = 0
    server.answers(async () => ({}))
    open()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.received.map(({ present }) => present)).toEqual([['m1'], undefined])
  })
})

describe('where nothing can be stored', () => {
  it('a mark waits all the same, and is sent', async () => {
    storage.write = () => {}
    server.answers(noNetwork)
    const queue = open()
    queue.add(miss())
    await vi.advanceTimersByTimeAsync(20_000)
    server.answers(async () => ({}))
    queue.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(queue.getState()).toMatchObject({ marks: [], saved: [{ outcome: 'miss' }] })
  })
})

describe('many marks', () => {
  it('of a time offline go out four at a time, each once', async () => {
    let inFlight = 0
    let most = 0
    server.answers(noNetwork)
    const queue = open()
    for (let i = 0; i < 20; i += 1) queue.add(miss())
    await vi.advanceTimersByTimeAsync(10_000)
    server.received.length = 0
    server.answers(async () => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await new Promise((resolve) => setTimeout(resolve, 100))
      inFlight -= 1
      return {}
    })
    queue.flush()
    await vi.advanceTimersByTimeAsync(1000)
    expect(queue.getState().marks).toEqual([])
    expect([most, server.received.length]).toEqual([4, 20])
  })
})
