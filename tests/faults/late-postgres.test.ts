import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandHere } from '../support/command.ts'
import { findPostgres } from '../support/find-programs.js'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { spawnServer } from '../support/server-process.ts'

describe.skipIf(findPostgres() === null)('a server that is there before PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tent-city-late-'))
  let postgres: TestPostgres
  let env: Record<string, string>
  let server: ReturnType<typeof spawnServer> | undefined

  beforeAll(async () => {
    postgres = await startPostgres(folder)
    env = { DATABASE_URL: postgres.url, DATA_DIR: folder }
  })
  beforeEach(() => postgres.kill())
  afterEach(async () => {
    const child = server?.child
    if (child?.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (more: Record<string, string> = {}) => {
    server = spawnServer({ ...env, ...more })
    return server
  }
  const waiting = /ECONNREFUSED .*Tent City waits until it is there/
  const said = () => expect.poll(() => server?.lines.join('\n'))

  it('waits for it, ends at once when asked to, and a command does not wait', async () => {
    const { child } = start()
    await said().toMatch(waiting)
    await expect(commandHere(['migrate'], env)).rejects.toThrow('ECONNREFUSED')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await postgres.startAgain()
  })

  it('goes on once it is there, but not with what only a person can mend', async () => {
    const { child, lines } = start()
    await said().toMatch(waiting)
    await postgres.startAgain()
    await said().toContain('Tent City is running at ')
    expect(lines.filter((line) => waiting.test(line))).toHaveLength(1)
    child.kill('SIGTERM')
    await once(child, 'exit')

    const nowhere = start({ DATABASE_URL: postgres.url.replace(/postgres$/, 'nowhere') })
    expect(await once(nowhere.child, 'exit')).toEqual([1, null])
    await said().toContain('database "nowhere" does not exist')
  })
})
