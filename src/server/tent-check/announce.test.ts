import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { next, startApp } from '../../../tests/support/app.ts'
import { beforeNextWrite, tentRow } from '../../../tests/support/check-night.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'
import { announcer } from './announce.ts'

it('pages are told in order what could not be read at first', async () => {
  let whileItWaits = async (): Promise<undefined> => {}
  const server = await startApp({}, systemContext.now, undefined, () => whileItWaits())
  const rows = [tentRow('tA', 'Ed Fox'), tentRow('tB', 'Cy Diaz')]
  await server.db.transaction((tx) => importRoster(systemContext, tx, rows, { results: true }))
  const lena = server.as('lineMonitor')
  const checkId = await startCheck(lena, ['tA', 'tB'])
  await lena.call('mark', { id: 'tA', misses: 1 })
  const page = server.connect(undefined, { speaks: 2 })
  await next(page, 'checkStarted')

  await beforeNextWrite(server, async () => {
    const away = Object.assign(new Error('The database is away'), { code: '57P01' })
    vi.spyOn(server.db, 'read').mockRejectedValue(away)
  })
  whileItWaits = async () => {
    vi.mocked(server.db.read).mockRestore()
    await lena.call('mark', { id: 'tB', misses: 1 })
  }
  const told: string[] = []
  page.onAny((event: string) => told.push(event))
  await lena.call('undoMark', { id: 'tA', checkId, undoId: randomUUID() })
  await expect.poll(() => told).toEqual(['tentReturned', 'tentStatusUpdated'])
  server.takeErrors()
  await server.close()
})

it('however many imports change the roster, pages are told of those that wait together', async () => {
  const told: number[] = []
  let answer = (): void => {}
  const reads: Promise<void>[] = [new Promise((resolve) => (answer = resolve)), Promise.resolve()]
  const ctx = {
    ...systemContext,
    log: { error: (error: unknown) => expect.unreachable(String(error)) },
    db: {
      async read() {
        await reads[told.push(told.length) - 1]
        return picturesOfNone
      },
    },
  }
  const change = announcer(ctx as never, liveWithNobody as never, { epoch: () => '' })
  const changed = { kind: 'rosterChanged', now: { id: 'c1', number: 1, excluded: new Map() } }
  change(changed as never)
  await expect.poll(() => told).toHaveLength(1)
  // The first one is read already: what comes now is told once more, together.
  for (let count = 0; count < 100; count += 1) change(changed as never)
  answer()
  await expect.poll(() => told).toHaveLength(2)
})

const none = { checkId: null }
const picturesOfNone = { visitors: none, lineMonitors: none }
const liveWithNobody = { tellVisitors() {}, tellLineMonitors() {}, tell() {}, socketsOf: () => [] }
