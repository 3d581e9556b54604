import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { noCheck } from '../../../../tests/support/check-status.ts'
import { contentSum } from '../../../shared/tent-check/content-sum.ts'
import type { CheckStatus } from '../../../shared/tent-check/contract.ts'
import { NetworkError } from '../../api/call.ts'
import type { LiveSocket } from '../../api/live-socket.ts'
import { otherTabMs } from '../../api/storage.ts'
import { LiveCheck } from './live-check.ts'
import type { KnownCheck } from './picture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const none = noCheck

const running = { ...none, isCheckInProgress: true, checkId: 'c', number: 1, numCheckers: 1 }

/**
 * A page whose questions are answered by hand, in the order they were asked. `pending`: the names
 * whose exclusion this phone remembers as unsent, by check.
 */
function openPage(
  remembered: KnownCheck | null = null,
  pending: Readonly<Record<string, string[]>> = {},
  isLineMonitor = true,
  onUnsent: ((names: readonly string[]) => void) | null = vi.fn(),
) {
  const handlers: { name: string; handle: (...told: unknown[]) => void }[] = []
  /** The lists of excluded names that were sent, what was said of each, and how it is acknowledged. */
  const excluded: unknown[] = []
  const viewed: unknown[] = []
  const saidOf: { base?: string[]; checkId?: string; changeId?: string }[] = []
  type Ack = { ok: true } | { error: string; code: string }
  const ack: { answer: Ack | Promise<Ack> | 'lost' } = { answer: { ok: true } }
  const socket = {
    connected: true,
    connect: () => {},
    disconnect: () => {},
    on: (name: string, handle: () => void) => handlers.push({ name, handle }),
    timeout: () => ({
      emitWithAck: async (name: string, list: unknown, from: (typeof saidOf)[number]) => {
        if (name === 'excludedNamesUpdated') {
          excluded.push(list)
          saidOf.push(from)
        }
        if (name === 'viewing') viewed.push(list)
        if (ack.answer === 'lost') throw new Error('operation has timed out')
        return ack.answer
      },
    }),
  }
  const answers: ((status: CheckStatus) => void)[] = []
  const network = { isGone: false, asked: 0 }
  const closed = vi.fn()
  const restored = vi.fn()
  const mismatch = vi.fn()
  const refused = vi.fn()
  const kept = vi.fn()
  const live = new LiveCheck({
    socket: socket as unknown as LiveSocket,
    ask: () => {
      network.asked += 1
      if (network.isGone) return Promise.reject(new NetworkError('No network.'))
      return new Promise((resolve) => answers.push(resolve))
    },
    isLineMonitor,
    remembered,
    rememberedExclusions: (checkId) => new Map(pending[checkId]?.map((name) => [name, true])),
    onPendingExclusions: kept,
    onClosed: closed,
    onRestored: restored,
    onRefused: refused,
    onUnsent,
    onSessionMismatch: mismatch,
  })
  live.start()
  const hear = (event: string, ...told: unknown[]) => {
    for (const { name, handle } of handlers) if (name === event) handle(...told)
  }
  /** It connects, and is told where the check stands. */
  const connect = ({ epoch, checkId, number, activeTents: tents, ...rest }: CheckStatus) => {
    hear('connect')
    const content = contentSum({ tents, ...rest })
    hear('checkPosition', { epoch, checkId, number, content, isLineMonitor: true })
  }
  const unsent = vi.mocked(onUnsent ?? vi.fn())
  const told = { closed, restored, mismatch, refused, unsent, kept }
  return { live, socket, answers, network, excluded, viewed, saidOf, ack, ...told, hear, connect }
}

it('a page that connects asks no more than once where the answer has what the server told', async () => {
  const { live, answers, network, connect, hear } = openPage()
  connect(running)
  answers[0]?.(running)
  await vi.advanceTimersByTimeAsync(60_000)
  hear('disconnect', 'transport close')
  connect(running)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(network.asked).toBe(1)
  connect({ ...running, number: 2 })
  expect(network.asked).toBe(2)
  answers[1]?.({ ...running, number: 3 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(live.getState().picture.check?.number).toBe(3)
  expect(network.asked).toBe(2)
  // A server that knows less than the page may have lost something.
  connect({ ...running, number: 2 })
  expect(network.asked).toBe(3)
  live.close()
})

it('a page that is no line monitor’s asks who it is only after the server has hung up on it', () => {
  const { live, mismatch, hear } = openPage(null, {}, false)
  const connect = () => {
    hear('connect')
    hear('checkPosition', {
      ...none,
      content: contentSum({ ...none, tents: [] }),
      isLineMonitor: false,
    })
  }
  connect()
  hear('disconnect', 'ping timeout')
  connect()
  expect(mismatch).not.toHaveBeenCalled()
  // So a session that was ended elsewhere shows: what the page is told then is as before.
  hear('disconnect', 'transport close')
  connect()
  expect(mismatch).toHaveBeenCalledOnce()
  live.close()
})

it('a request that hangs on a lost connection is not waited for after a reconnect', async () => {
  const { live, answers, network, connect } = openPage()
  connect(running)
  await vi.advanceTimersByTimeAsync(5000)
  expect(network.asked).toBe(2)
  answers[1]?.({ ...running, number: 2 })
  await vi.advanceTimersByTimeAsync(0)
  expect(live.getState().picture.check?.number).toBe(2)
  // What comes of the first one then is old, and no reason to ask.
  answers[0]?.(running)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(live.getState().picture.check?.number).toBe(2)
  expect(network.asked).toBe(2)
  live.close()
})

it('a server that does not say where the check stands is asked', async () => {
  const { live, answers, closed, hear } = openPage()
  hear('connect')
  answers[0]?.(running)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(answers).toHaveLength(2)
  answers[1]?.(running)
  await vi.advanceTimersByTimeAsync(10_000)
  hear('connect')
  await vi.advanceTimersByTimeAsync(10_000)
  answers[2]?.(none)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(closed).toHaveBeenCalledWith('unseen', 'c')
  live.close()
})

it('that a check ended unseen is not told once the next one is on', async () => {
  const { live, answers, closed, hear } = openPage()
  hear('connect')
  answers[0]?.(running)
  await vi.advanceTimersByTimeAsync(10_000)
  answers[1]?.({ ...running, checkId: 'd' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(live.getState().picture.check?.checkId).toBe('d')
  expect(closed).not.toHaveBeenCalled()
  live.close()
})

it('a late event that an earlier check ended is not told while the next one is on', async () => {
  const { live, answers, closed, hear } = openPage()
  hear('connect')
  answers[0]?.({ ...running, checkId: 'd' })
  await vi.advanceTimersByTimeAsync(0)
  hear('checkEnded', { checkId: 'c' })
  expect(closed).not.toHaveBeenCalled()
  hear('checkEnded', { checkId: 'd' })
  expect(closed).toHaveBeenCalledExactlyOnceWith('ended', 'd')
  live.close()
})

it('a page reports that the server does not take its person for a line monitor', () => {
  const { live, mismatch, hear } = openPage()
  hear('checkPosition', { epoch: 'a', checkId: null, number: 0, content: 0, isLineMonitor: false })
  expect(mismatch).toHaveBeenCalledOnce()
  live.close()
})

it('a page that connects while its question is under way asks once more where the answer is older', async () => {
  const { live, answers, closed, connect } = openPage()
  connect(none)
  expect(answers).toHaveLength(1)
  answers[0]?.(running)
  await vi.advanceTimersByTimeAsync(1000)
  expect(live.getState().picture.check?.checkId).toBe('c')

  // The check ended between that answer and the connection: no event will tell of it.
  expect(answers).toHaveLength(2)
  answers[1]?.(none)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(live.getState().picture.check).toBeNull()
  expect(closed).toHaveBeenCalledWith('unseen', 'c')
  expect(answers).toHaveLength(2)
  live.close()
})

it('a page that connects again asks until it is answered: the check may be over', async () => {
  const { live, answers, network, closed, connect } = openPage()
  answers[0]?.(running)
  await vi.advanceTimersByTimeAsync(0)
  network.isGone = true
  network.asked = 0
  connect(none)
  await vi.advanceTimersByTimeAsync(7000)
  // At once, then after 1, 2 and 4 seconds.
  expect(network.asked).toBe(4)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(network.asked).toBeLessThan(50)

  network.isGone = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(answers).toHaveLength(2)
  answers[1]?.(none)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(live.getState().picture.check).toBeNull()
  expect(closed).toHaveBeenCalledWith('unseen', 'c')
  expect(answers).toHaveLength(2)
  live.close()
})

describe('a server that was restored from a backup', () => {
  const tents = ['t1', 't2', 't3'].map((id) => activeTent({ id }))
  const late = { ...running, number: 7, activeTents: tents.slice(2) }
  const early = { ...running, epoch: 'b', number: 3, activeTents: tents.slice(1) }
  const shown = ({ live }: ReturnType<typeof openPage>) =>
    live.getState().picture.check?.tents.map(({ id }) => id)

  it('is believed by an open page, which says so once and asks no more', async () => {
    const page = openPage()
    page.answers[0]?.(late)
    await vi.advanceTimersByTimeAsync(0)
    expect(shown(page)).toEqual(['t3'])

    page.connect(early)
    page.hear('checkStarted', early)
    expect(shown(page)).toEqual(['t2', 't3'])
    page.answers[1]?.(early)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(shown(page)).toEqual(['t2', 't3'])
    expect(page.restored).toHaveBeenCalledOnce()
    expect(page.closed).not.toHaveBeenCalled()
    expect(page.network.asked).toBe(2)
    page.live.close()
  })

  it('is believed by a page that was reloaded and remembers more', async () => {
    const { epoch, checkId: id, activeTents, ...rest } = late
    const page = openPage({ epoch, check: { ...rest, checkId: id ?? '', tents: activeTents } })
    expect(shown(page)).toEqual(['t3'])
    page.answers[0]?.(early)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(shown(page)).toEqual(['t2', 't3'])
    expect(page.restored).toHaveBeenCalledOnce()
    expect(page.network.asked).toBe(1)
    page.live.close()
  })

  it('and has no check takes the check off the page, which tells only of the restore', async () => {
    const page = openPage()
    page.answers[0]?.(late)
    await vi.advanceTimersByTimeAsync(0)
    page.connect({ ...none, epoch: 'b' })
    page.answers[1]?.({ ...none, epoch: 'b' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(page.live.getState().picture.check).toBeNull()
    expect(page.restored).toHaveBeenCalledOnce()
    expect(page.closed).not.toHaveBeenCalled()
    page.live.close()
  })

  it('is no matter for a page that knows of nothing yet', async () => {
    const page = openPage()
    page.answers[0]?.(early)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.restored).not.toHaveBeenCalled()
    page.live.close()
  })

  it('says again that a check is ending where it was empty before', async () => {
    const page = openPage()
    page.answers[0]?.(late)
    await vi.advanceTimersByTimeAsync(0)
    const empty = { ...late, number: 9, activeTents: [] }
    page.connect(empty)
    page.answers[1]?.(empty)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.live.getState().isEnding).toBe(true)
    page.connect(early)
    page.answers[2]?.(early)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.live.getState().isEnding).toBe(false)
    page.connect({ ...early, number: 5 })
    page.answers[3]?.({ ...early, number: 5, activeTents: [] })
    await vi.advanceTimersByTimeAsync(0)
    expect(page.live.getState().isEnding).toBe(true)
    page.live.close()
  })
})

it('a check that had no tent left when this page came to it, as a reopened one, is not ending', async () => {
  const page = openPage()
  page.answers[0]?.({ ...running, number: 9 })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(page.live.getState().isEnding).toBe(false)
  page.live.close()
})

it('a check that is told to stand further back is asked for, and the answer believed', async () => {
  const { live, answers, network, restored, hear } = openPage()
  const tents = ['t1', 't2'].map((id) => activeTent({ id }))
  answers[0]?.({ ...running, number: 7, activeTents: tents.slice(1) })
  await vi.advanceTimersByTimeAsync(0)
  const early = { ...running, number: 3, activeTents: tents }
  hear('checkStarted', early)
  expect(live.getState().picture.check?.tents).toHaveLength(1)
  expect(network.asked).toBe(2)
  answers[1]?.(early)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(live.getState().picture.check?.tents).toHaveLength(2)
  expect([network.asked, restored.mock.calls.length]).toEqual([2, 0])
  live.close()
})

it('the last mark empties the check although an answer is overtaken by it', async () => {
  const { live, answers, hear } = openPage()
  const tents = ['t1', 't2'].map((id) => activeTent({ id }))
  answers[0]?.({ ...running, activeTents: tents })
  await vi.advanceTimersByTimeAsync(0)
  live.resync()
  hear('tentStatusUpdated', { id: 't1', checkId: 'c', number: 2, previous: 1 })
  answers[1]?.({ ...running, activeTents: tents })
  await vi.advanceTimersByTimeAsync(0)
  hear('tentStatusUpdated', { id: 't2', checkId: 'c', number: 3, previous: 2 })
  expect(live.getState().isEnding).toBe(true)
  live.close()
})

it('a check that was reopened without a tent left ends once its last tent is marked again', async () => {
  const { live, answers, hear } = openPage()
  const tent = activeTent({ id: 't1' })
  answers[0]?.({ ...running, activeTents: [tent] })
  await vi.advanceTimersByTimeAsync(0)
  hear('tentStatusUpdated', { id: 't1', checkId: 'c', number: 2, previous: 1 })
  expect(live.getState().isEnding).toBe(true)
  hear('checkEnded', { checkId: 'c' })
  // Reopened, it is as empty as it was: nobody wants it ended once more.
  hear('checkStarted', { ...running, number: 4, activeTents: [] })
  expect(live.getState().isEnding).toBe(false)
  hear('tentReturned', { id: 't1', checkId: 'c', number: 5, previous: 4, tent })
  hear('tentStatusUpdated', { id: 't1', checkId: 'c', number: 6, previous: 5 })
  expect(live.getState().isEnding).toBe(true)
  live.close()
})

it('a check that was reopened without a tent left is not ending for a page that was away', async () => {
  const { live, answers, hear, connect } = openPage()
  answers[0]?.({ ...running, activeTents: [activeTent({ id: 't1' })] })
  await vi.advanceTimersByTimeAsync(0)
  hear('tentStatusUpdated', { id: 't1', checkId: 'c', number: 2, previous: 1 })
  expect(live.getState().isEnding).toBe(true)
  hear('disconnect', 'transport close')
  connect({ ...running, number: 4 })
  answers[1]?.({ ...running, number: 4 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(live.getState()).toMatchObject({ isEnding: false, picture: { check: { number: 4 } } })
  live.close()
})

it.each([
  ['nothing came since', 2, true],
  ['something did', 3, false],
])(
  'a check that was ending as the connection broke off still is, if %s: %i',
  (_, number, expected) => {
    const { live, hear, connect } = openPage()
    hear('checkStarted', { ...running, activeTents: [activeTent({ id: 't1' })] })
    hear('tentStatusUpdated', { id: 't1', checkId: 'c', number: 2, previous: 1 })
    hear('disconnect', 'transport close')
    expect(live.getState().isEnding).toBe(false)
    connect({ ...running, number })
    expect(live.getState().isEnding).toBe(expected)
    live.close()
  },
)

it('a page whose answers are overtaken again and again asks less and less', async () => {
  const { live, answers, network, hear } = openPage()
  const tents = Array.from({ length: 100 }, (_, place) => activeTent({ id: `t${place}` }))
  answers[0]?.({ ...running, activeTents: tents })
  await vi.advanceTimersByTimeAsync(0)
  network.asked = 0
  live.resync()
  // Each answer is of before the mark that was heard while it was under way.
  for (let second = 0; second < 60; second += 1) {
    const { number = 0 } = live.getState().picture.check ?? {}
    const told = { id: `t${second}`, checkId: 'c', number: number + 1, previous: number }
    if (answers.length > 1) hear('tentStatusUpdated', told)
    answers.splice(1).forEach((answer) => {
      answer({ ...running, number, activeTents: tents.slice(second) })
    })
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(network.asked).toBeGreaterThan(2)
  expect(network.asked).toBeLessThan(9)
  live.close()
})

describe('an exclusion that this phone could not send', () => {
  const names = (page: ReturnType<typeof openPage>) => page.live.getState().excludedNames

  it('is sent after a reload, once the server has said that its check is on', async () => {
    const page = openPage(null, { c: ['Ann Lee'] })
    page.answers[0]?.({ ...running, excludedNames: ['Bo Chen'] })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(page.excluded).toEqual([['Bo Chen', 'Ann Lee']])
    page.live.close()
  })

  it('is sent 200 ms after the tap', async () => {
    const page = openPage()
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    page.live.setExcluded('Ann Lee', true)
    await vi.advanceTimersByTimeAsync(199)
    expect(page.excluded).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(page.excluded).toEqual([['Ann Lee']])
    page.live.close()
  })

  it('is sent after reconnecting, also where nothing else was missed', async () => {
    const page = openPage()
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    page.socket.connected = false
    page.hear('disconnect', 'transport close')
    page.live.setExcluded('Ann Lee', true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([names(page), page.excluded]).toEqual([['Ann Lee'], []])
    page.socket.connected = true
    page.connect(running)
    await vi.advanceTimersByTimeAsync(1000)
    expect([page.network.asked, page.excluded]).toEqual([1, [['Ann Lee']]])
    page.live.close()
  })

  it('is what another tab chose of the same name since', async () => {
    const elsewhere: Record<string, string[]> = {}
    const page = openPage(null, elsewhere)
    const status = { ...running, excludedNames: ['Ann Lee'] }
    page.answers[0]?.(status)
    await vi.advanceTimersByTimeAsync(0)
    page.socket.connected = false
    page.hear('disconnect', 'transport close')
    page.live.setExcluded('Ann Lee', false)
    elsewhere['c'] = ['Ann Lee', 'Bo Chen']
    page.live.changedElsewhere()
    expect(names(page)).toEqual(['Ann Lee', 'Bo Chen'])
    page.socket.connected = true
    page.connect(status)
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.excluded).toEqual([['Ann Lee', 'Bo Chen']])
    page.live.close()
  })

  it.each<[string, (page: ReturnType<typeof openPage>) => void]>([
    ['is told', ({ live }) => live.changedElsewhere()],
    ['is shown again', ({ live }) => live.resync()],
    ['changes another name', ({ live }) => live.setExcluded('Bo Chen', false)],
  ])('of a tab that is gone is shown, counted and sent here once the page %s', async (_, look) => {
    const elsewhere: Record<string, string[]> = {}
    const page = openPage(null, elsewhere)
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    elsewhere['c'] = ['Ann Lee']
    look(page)
    expect(names(page)).toEqual(['Ann Lee'])
    expect(page.live.getState().unsentNames).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(otherTabMs)
    expect(page.excluded).toEqual([['Ann Lee']])
    page.live.close()
  })

  it('of another tab that settles it in time is not sent from here too', async () => {
    const elsewhere: Record<string, string[]> = {}
    const page = openPage(null, elsewhere)
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    elsewhere['c'] = ['Ann Lee']
    page.live.changedElsewhere()
    await vi.advanceTimersByTimeAsync(otherTabMs - 1)
    elsewhere['c'] = []
    await vi.advanceTimersByTimeAsync(60_000)
    expect(page.excluded).toEqual([])
    page.live.close()
  })

  it('of another tab, never sent, is told once its check is over', async () => {
    const elsewhere: Record<string, string[]> = {}
    const page = openPage(null, elsewhere)
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    elsewhere['c'] = ['Ann Lee']
    page.hear('checkEnded', { checkId: 'c', number: 9 })
    expect(page.unsent.mock.calls).toEqual([[['Ann Lee']]])
    page.live.close()
  })

  it.each<[string, (page: ReturnType<typeof openPage>) => void]>([
    ['is told', ({ live }) => live.changedElsewhere()],
    ['is shown again', ({ live }) => live.resync()],
  ])('is dropped once another tab has settled it and the page %s', async (_, look) => {
    const elsewhere: Record<string, string[]> = { c: ['Ann Lee'] }
    const page = openPage(null, elsewhere)
    page.socket.connected = false
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    elsewhere['c'] = []
    look(page)
    expect(names(page)).toEqual([])
    page.socket.connected = true
    page.connect(running)
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.excluded).toEqual([])
    page.live.close()
  })

  it('stays what this page chose last where that could not be stored over what was', async () => {
    const page = openPage(null, { c: ['Ann Lee'] })
    page.socket.connected = false
    page.answers[0]?.({ ...running, excludedNames: ['Ann Lee'] })
    await vi.advanceTimersByTimeAsync(0)
    page.live.setExcluded('Ann Lee', false)
    page.live.changedElsewhere()
    expect(names(page)).toEqual([])
    page.live.close()
  })

  it('is sent once a check that was reopened goes on', async () => {
    const page = openPage(null, { c: ['Ann Lee'] })
    page.answers[0]?.(none)
    await vi.advanceTimersByTimeAsync(0)
    page.hear('checkStarted', running)
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.excluded).toEqual([['Ann Lee']])
    page.live.close()
  })

  it('is not sent into another check', async () => {
    const { epoch, checkId: id, activeTents, ...rest } = running
    const page = openPage(
      { epoch, check: { ...rest, checkId: id, tents: activeTents } },
      {
        c: ['Ann Lee'],
      },
    )
    const next = { ...running, checkId: 'd' }
    page.hear('excludedNamesUpdated', [], { checkId: 'd', number: 1, previous: 1 })
    await vi.advanceTimersByTimeAsync(1000)
    page.live.setExcluded('Bo Chen', true)
    await vi.advanceTimersByTimeAsync(1000)
    page.hear('tentStatusUpdated', { id: 't1', checkId: 'd', number: 2, previous: 1 })
    await vi.advanceTimersByTimeAsync(1000)
    page.connect(next)
    for (const place of [0, 1]) {
      page.answers[place]?.(next)
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(page.live.getState().picture.check?.checkId).toBe('d')
    expect([names(page), page.excluded]).toEqual([[], []])
    page.live.close()
  })

  it.each(['serverError', 'unavailable', 'notSignedIn'])(
    'waits and is sent again, further and further apart, where the server says %s',
    async (code) => {
      const page = openPage()
      page.answers[0]?.(running)
      await vi.advanceTimersByTimeAsync(0)
      page.ack.answer = { error: 'Not now.', code }
      page.live.setExcluded('Ann Lee', true)
      await vi.advanceTimersByTimeAsync(5000)
      expect([names(page), page.live.getState().unsentNames]).toEqual([['Ann Lee'], 1])
      expect(page.excluded).toHaveLength(3)
      page.ack.answer = { ok: true }
      await vi.advanceTimersByTimeAsync(15_000)
      expect(page.excluded).toHaveLength(4)
      expect(page.live.getState().unsentNames).toBe(0)
      page.live.close()
    },
  )

  it.each(['noCheck', 'badRequest', 'listTooLong', 'needsLineMonitor'])(
    'is given up where the server refuses it for good by %s',
    async (code) => {
      const page = openPage()
      page.answers[0]?.(running)
      await vi.advanceTimersByTimeAsync(0)
      page.ack.answer = { error: 'No.', code }
      page.live.setExcluded('Ann Lee', true)
      await vi.advanceTimersByTimeAsync(60_000)
      expect([names(page), page.excluded]).toEqual([[], [['Ann Lee']]])
      const told = { unsent: page.unsent.mock.calls, refused: page.refused.mock.calls }
      const isOver = code === 'noCheck'
      expect(told).toEqual({
        unsent: isOver ? [[['Ann Lee']]] : [],
        refused: isOver ? [] : [['No.']],
      })
      page.live.close()
    },
  )

  it.each(['badRequest', 'listTooLong', 'needsLineMonitor'])(
    'waits for another list or check where nobody is there to read that it is refused by %s',
    async (code) => {
      const page = openPage(null, { c: ['Ann Lee'], d: ['Bo Chen'] }, true, null)
      page.ack.answer = { error: 'No.', code }
      page.answers[0]?.(running)
      await vi.advanceTimersByTimeAsync(60_000)
      expect([page.excluded, page.live.getState().unsentNames]).toEqual([[['Ann Lee']], 1])
      page.hear('excludedNamesUpdated', ['Cy Diaz'], { checkId: 'c', number: 2, previous: 1 })
      await vi.advanceTimersByTimeAsync(60_000)
      const again = ['Cy Diaz', 'Ann Lee']
      expect([page.excluded, page.live.getState().unsentNames]).toEqual([[['Ann Lee'], again], 1])
      expect(page.kept).not.toHaveBeenCalled()
      page.ack.answer = { ok: true }
      page.hear('checkStarted', { ...running, checkId: 'd' })
      await vi.advanceTimersByTimeAsync(1000)
      expect(page.excluded).toEqual([['Ann Lee'], again, ['Bo Chen']])
      expect(page.live.getState().unsentNames).toBe(0)
      page.live.close()
    },
  )

  it('goes on upon a list that came before the refusal, which nobody is there to read', async () => {
    const page = openPage(null, { c: ['Ann Lee'] }, true, null)
    let answer = (_: { error: string; code: string }) => {}
    page.ack.answer = new Promise((resolve) => {
      answer = resolve
    })
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(1000)
    page.hear('excludedNamesUpdated', ['Cy Diaz'], { checkId: 'c', number: 2, previous: 1 })
    await vi.advanceTimersByTimeAsync(1000)
    page.ack.answer = { ok: true }
    answer({ error: 'No.', code: 'listTooLong' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.excluded).toEqual([['Ann Lee'], ['Cy Diaz', 'Ann Lee']])
    page.live.close()
  })

  it('is not taken up again by whoever lost the role', async () => {
    const page = openPage(null, { c: ['Ann Lee'] }, false)
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([names(page), page.excluded]).toEqual([[], []])
    page.live.close()
  })

  it('is told when its check is over before it could be sent', async () => {
    const page = openPage()
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    page.ack.answer = { error: 'Not now.', code: 'unavailable' }
    page.live.setExcluded('Ann Lee', true)
    page.hear('checkEnded', { checkId: 'c', number: 2, previous: 1 })
    expect(page.unsent.mock.calls).toEqual([[['Ann Lee']]])
    page.live.close()
  })

  it('is not taken for sent because the answer to the list of an earlier check comes late', async () => {
    const page = openPage()
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    let answer = (_: { ok: true }) => {}
    page.ack.answer = new Promise((resolve) => {
      answer = resolve
    })
    page.live.setExcluded('Ann Lee', true)
    await vi.advanceTimersByTimeAsync(1000)
    page.ack.answer = { ok: true }
    page.hear('checkCanceled', { checkId: 'c' })
    page.hear('checkStarted', { ...running, checkId: 'd' })
    page.live.setExcluded('Ann Lee', true)
    answer({ ok: true })
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.excluded).toEqual([['Ann Lee'], ['Ann Lee']])
    expect(page.live.getState().unsentNames).toBe(0)
    page.live.close()
  })

  it('says of which check it is, and which change, once more where its answer was lost', async () => {
    const page = openPage()
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    const sendAgain = async () => {
      page.connect(running)
      await vi.advanceTimersByTimeAsync(1000)
    }
    page.ack.answer = 'lost'
    page.live.setExcluded('Ann Lee', true)
    await vi.advanceTimersByTimeAsync(300)
    page.hear('disconnect', 'transport close')
    await sendAgain()
    // A further name is another change, which comes after it.
    page.live.setExcluded('Bo Chen', true)
    page.ack.answer = { ok: true }
    await sendAgain()
    expect(page.excluded.slice(-2)).toEqual([['Ann Lee'], ['Bo Chen']])
    const [first, second] = [page.saidOf.at(-2)?.changeId, page.saidOf.at(-1)?.changeId]
    const before = page.saidOf.slice(0, -1)
    expect(before.length).toBeGreaterThan(2)
    expect(new Set(before.map(({ changeId }) => changeId))).toEqual(new Set([first]))
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).not.toBe(first)
    expect(page.saidOf.every(({ checkId }) => checkId === 'c')).toBe(true)
    // Answered, so that the same names once more are another change.
    for (const isExcluded of [false, true]) {
      page.live.setExcluded('Ann Lee', isExcluded)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(new Set(page.saidOf.slice(-4).map(({ changeId }) => changeId)).size).toBe(4)
    page.live.close()
  })

  it('is another change where its person chose otherwise before the answer, or in the next check', async () => {
    const page = openPage()
    const status = { ...running, excludedNames: ['Ann Lee'] }
    page.answers[0]?.(status)
    await vi.advanceTimersByTimeAsync(0)
    page.ack.answer = 'lost'
    for (const isExcluded of [false, true]) {
      page.live.setExcluded('Ann Lee', isExcluded)
      page.connect(status)
      await vi.advanceTimersByTimeAsync(1000)
    }
    page.hear('checkCanceled', { checkId: 'c' })
    page.hear('checkStarted', { ...running, checkId: 'd' })
    page.live.setExcluded('Ann Lee', true)
    await vi.advanceTimersByTimeAsync(1000)
    const ids = ['c', 'd'].map((id) => page.saidOf.filter(({ checkId }) => checkId === id))
    const changes = ids.map((said) => new Set(said.map(({ changeId }) => changeId)))
    expect(changes.map(({ size }) => size)).toEqual([2, 1])
    expect(new Set(changes.flatMap((one) => [...one])).size).toBe(3)
    page.live.close()
  })

  it('names who counts again, also where this page does not know that they were excluded', async () => {
    const page = openPage()
    page.answers[0]?.(running)
    await vi.advanceTimersByTimeAsync(0)
    // Taken by the server, whose answer is lost.
    page.ack.answer = 'lost'
    page.live.setExcluded('Ann Lee', true)
    await vi.advanceTimersByTimeAsync(300)
    page.live.setExcluded('Ann Lee', false)
    page.connect(running)
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.excluded.at(-1)).toEqual([])
    expect(page.saidOf.at(-1)?.base).toEqual(['Ann Lee'])
    page.live.close()
  })

  it('is not told of where the server has taken it, though its answer was lost', async () => {
    const page = openPage()
    page.answers[0]?.({ ...running, excludedNames: ['Bo Chen', 'Cy Diaz'] })
    await vi.advanceTimersByTimeAsync(0)
    page.ack.answer = 'lost'
    page.live.setExcluded('Ann Lee', true)
    page.live.setExcluded('Bo Chen', false)
    await vi.advanceTimersByTimeAsync(250)
    const names = ['Cy Diaz', 'Ann Lee']
    page.hear('excludedNamesUpdated', names, { checkId: 'c', number: 2, previous: 1 })
    page.live.setExcluded('Cy Diaz', false)
    page.hear('checkEnded', { checkId: 'c', number: 3, previous: 2 })
    expect([page.excluded[0], page.unsent.mock.calls]).toEqual([names, [[['Cy Diaz']]]])
    page.live.close()
  })

  it('is not told of either where it is sent again and the check is over', async () => {
    const page = openPage(null, { c: ['Ann Lee'] })
    page.ack.answer = { error: 'No.', code: 'noCheck' }
    page.answers[0]?.({ ...running, excludedNames: ['Ann Lee'] })
    await vi.advanceTimersByTimeAsync(1000)
    expect([page.excluded, page.unsent.mock.calls]).toEqual([[['Ann Lee']], []])
    page.live.close()
  })
})

it('says something as it wakes: only then does a connection notice that it died meanwhile', () => {
  const page = openPage()
  page.live.view(2)
  page.live.resync()
  expect(page.viewed).toEqual([{ page: 2 }, { page: 2 }])
  page.live.close()
})
