import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { lockDataDir } from '../../src/server/db/data-dir-lock.ts'
import { commandHere } from '../support/command.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { times } from '../support/times.ts'

let dataDir: string
let running: ServerProcess[]

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'tent-city-lock-')), 'data')
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.kill('SIGKILL')))
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

async function start(): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, NODE_ENV: 'production' })
  running.push(server)
  return server
}

const listening = `require('node:net').createServer().listen(process.argv[1], () => console.log())`
const locks = () => readdirSync(dataDir).filter((name) => name.startsWith('lock-'))

/** As a server does, which takes a second more to begin. */
async function takeAndGive(): Promise<void> {
  const give = await lockDataDir(dataDir)
  expect(locks()).toHaveLength(1)
  give()
  expect(locks()).toEqual([])
}

const refusal = /Another process \(\d+\) has the data in .* open\. Stop it first/

describe('the lock of a data folder', { timeout: times(60_000, 600_000) }, () => {
  it('refuses a second server and every command with a clear text while the first lives, and is taken over once it was killed', async () => {
    const first = await start()
    for (let attempt = 0; attempt < times(1, 20); attempt += 1) {
      await expect(start()).rejects.toThrow(refusal)
      await expect(commandHere(['export-roster'], { DATA_DIR: dataDir })).rejects.toThrow(refusal)
    }
    expect((await fetch(`${first.url}/api/check-status`)).status).toBe(200)
    expect(locks()).toHaveLength(1)
    await first.kill('SIGKILL')
    expect(locks()).toHaveLength(1)
    await takeAndGive()
  })

  it('of a process that is gone, or whose number another process has now, is taken over', async () => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'lock-999999-1'), '')
    writeFileSync(join(dataDir, `lock-${process.pid}-1`), '')
    await takeAndGive()
  })

  it('of a process in another container counts as long as it lives', async () => {
    mkdirSync(dataDir, { recursive: true })
    const theirs = join(dataDir, 'lock-1-1-1')
    const other = spawn(process.execPath, ['-e', listening, theirs], { stdio: 'pipe' })
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other.stdout, 'data')
    await expect(start()).rejects.toThrow(/A process in another container has the data in .* open/)
    expect(locks()).toEqual(['lock-1-1-1'])
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(locks()).toEqual(['lock-1-1-1'])
    await takeAndGive()
  })

  it('of another container that cannot be asked is left, with a text that says what to do', async () => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'lock-1-1-1'), '')
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      /If you know that none has, delete .*lock-1-1-1 and start/,
    )
    rmSync(join(dataDir, 'lock-1-1-1'))
    await takeAndGive()
  })

  it('lets at most one of many in that come at the same moment', async () => {
    const results = await Promise.allSettled(Array.from({ length: times(3, 20) }, () => start()))
    const started = results.filter(({ status }) => status === 'fulfilled')
    expect(started.length).toBeLessThanOrEqual(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toMatch(refusal)
    }
  })
})
