import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, inject, it } from 'vitest'
import { startApp } from '../../../tests/support/app.ts'
import { countWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { callsUnderWay } from './calls-under-way.ts'

it('a stop waits for the calls that are under way', async () => {
  const app = fastify()
  const underWay = callsUnderWay(app)
  const ended: string[] = []
  let end = () => {}
  const call = underWay(new Promise<void>((resolve) => (end = resolve)))
  const noted = [call.then(() => ended.push('call')), app.close().then(() => ended.push('stop'))]
  // As long as a stop takes that waits for nothing.
  await fastify().close()
  await fastify().close()
  end()
  await Promise.all(noted)
  expect(ended).toEqual(['call', 'stop'])
})

// The embedded engine has one session: a call can't wait for another there.
it.skipIf(inject('postgresUrl') === '')(
  'who is cut off by a stop before their call began begins none: the database is closed by then',
  async () => {
    const server = await startApp()
    const token = await server.signIn('boss', { isSuperUser: true })
    const release = await holdOpen(server.db, ({ queries }) =>
      queries.execute(sql`lock table sessions in access exclusive mode`),
    )
    const asked = server.ask('/api/notices', { token }).catch(() => null)
    await expect.poll(() => server.db.read(countWaiting)).toBe(1)
    const stopped = server.close()
    expect(await asked).toBeNull()
    await release()
    // It would say that somebody met an error.
    await stopped
  },
)
