import { expect, it, vi } from 'vitest'
import { workAtMost } from '../../src/server/http/work-turns.ts'
import { startApp } from '../support/app.ts'

it('those with a role wait behind nobody, and one account leaves turns to others', async () => {
  const server = await startApp()
  const monitor = server.withToken(await server.signIn('mo', { isLineMonitor: true }))
  const ada = server.withToken(await server.signIn('ada'))
  const bo = server.withToken(await server.signIn('bo'))
  const cy = server.withToken(await server.signIn('cy'))
  for (const each of [monitor, ada, bo, cy]) await each.call('me')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const real = server.db.read
  const read = vi.spyOn(server.db, 'read').mockImplementation(async (work) => {
    await released
    return real(work)
  })
  const many = Array.from({ length: 10 }, () => ada.call('listSessions'))
  await expect.poll(() => read.mock.calls).toHaveLength(workAtMost.ofOne)
  await bo.call('me')
  const bos = [1, 2].map(() => bo.call('listSessions'))
  await expect.poll(() => read.mock.calls).toHaveLength(workAtMost.atOnce)
  let isIn = false
  const cys = cy.call('listSessions')
  const waiting = cys.then(() => {
    isIn = true
  })
  await monitor.call('me')
  expect(isIn).toBe(false)
  release()
  await Promise.all([...many, ...bos, waiting])
  await server.close()
})
