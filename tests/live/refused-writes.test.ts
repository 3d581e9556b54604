import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

it('a write that is refused leaves what was read as it is; one that is committed does not', async () => {
  const { db } = server
  const before = db.version()
  const refused = db.transaction(async () => {
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(db.version()).toBe(before)
  await db.transaction(async () => {})
  expect(db.version()).toBeGreaterThan(before)
})
