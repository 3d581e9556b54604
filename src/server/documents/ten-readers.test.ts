import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { countQueries } from '../../../tests/support/queries.ts'
import { addressOf } from './serve.ts'
import { insertDocument } from './store.ts'

const bytes = Buffer.alloc(4_000_000, 'policy ')
const sha256 = createHash('sha256').update(bytes).digest('hex')

let server: TestApp
let queries: ReturnType<typeof countQueries>
beforeEach(async () => {
  server = await startApp()
  const uploaded = { uploadedBy: 'boss', uploadedAt: new Date(0) }
  const document = { kind: 'policy', sha256, bytes, ...uploaded } as const
  await server.db.transaction((tx) => insertDocument(tx, document))
  queries = countQueries()
})
afterEach(async () => {
  queries.stop()
  await server.close()
})

it('ten who read a whole document read it from the database once, and keep nobody waiting', async () => {
  let isOver = false
  const reading = Promise.all(
    Array.from({ length: 10 }, async () => {
      const answer = await fetch(`${server.url}${addressOf('policy', sha256)}`)
      return (await answer.arrayBuffer()).byteLength
    }),
  ).finally(() => {
    isOver = true
  })
  const parts = Math.ceil((bytes.length + 1) / 262_144)
  let others = 0
  while (!isOver) {
    expect((await server.ask('/healthz')).status).toBe(200)
    others += 1
    // It need not wait for the document to be read whole.
    if (others === 1) expect(queries.calling('substring')).toBeLessThan(parts)
  }
  expect(await reading).toEqual(Array(10).fill(bytes.length))
  // Behind the document, one would be answered at its end.
  expect(others).toBeGreaterThan(2)
  // Each part once.
  expect(queries.calling('substring')).toBe(parts)
})
