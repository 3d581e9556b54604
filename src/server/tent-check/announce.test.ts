import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { next, startApp } from '../../../tests/support/app.ts'
import { beforeNextWrite, tentRow } from '../../../tests/support/check-night.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'

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
