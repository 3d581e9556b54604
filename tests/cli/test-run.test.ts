import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'

const runFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tent-city-run-'))

/** What the system says of a process; '' when it is gone. */
function factsOf(pid: string): string {
  try {
    return ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${pid}/${file}`)).join('\n')
  } catch {
    return ''
  }
}

/** What the system says of the processes that were started with this folder, or name it. */
function usersOf(folder: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(factsOf).filter((facts) => facts.includes(folder))
}

it('a run that is killed leaves no process and no file behind', { timeout: 120_000 }, async () => {
  const before = runFolders()
  const args = ['scripts/test-run.js', '--project', 'faults', 'tests/cli/start.test.ts']
  const run = spawn(process.execPath, args, { stdio: 'ignore' })
  const name = await until(() => runFolders().find((one) => !before.includes(one)))
  const folder = join(tmpdir(), name)
  // The server under test: by then all that a run starts is there.
  await until(() => usersOf(folder).some((facts) => facts.includes('dist/server/main.js')))

  const gone = once(run, 'exit')
  run.kill('SIGKILL')
  await gone

  await expect.poll(() => usersOf(folder)).toEqual([])
  await expect.poll(runFolders).toEqual(before)
})

describe('of test files that failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tent-city-sample-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const reporter = resolve('tests/support/run-reporter.ts')
  const configOf = (reporters: string) => `export default {
    test: {
      globals: true,
      isolate: false,
      name: 'sample',
      reporters: [${reporters}],
      setupFiles: ['${resolve('tests/support/end-standstill.ts')}'],
      include: ['*.test.js'],
    },
  }`
  const breaking = `{
    onTestCaseResult({ name }) {
      if (name === 'passes') throw new Error('of no file')
    },
  }`
  const files = {
    'vitest.config.js': configOf(`'${reporter}'`),
    'breaking.config.js': configOf(`'${reporter}', ${breaking}`),
    'steady.test.js': `it('passes', () => {})`,
    'once.test.js': `import { existsSync, writeFileSync } from 'node:fs'
      it('passes the second time', () => {
        const isSecond = existsSync('was-here')
        writeFileSync('was-here', '')
        expect(isSecond, 'the first time').toBe(true)
      })`,
    'stuck.test.js': `import { existsSync, writeFileSync } from 'node:fs'
      it('goes on the second time', () => {
        const isSecond = existsSync('was-here')
        writeFileSync('was-here', '')
        while (!isSecond);
      })`,
    'always.test.js': `it('never passes', () => expect(1, 'one').toBe(2))`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)

  const lastLines = (args: string[]) => {
    rmSync(join(folder, 'was-here'), { force: true })
    const program = [resolve('scripts/test-run.js'), ...args]
    const { status, stdout, stderr } = spawnSync(process.execPath, program, {
      cwd: folder,
      encoding: 'utf8',
    })
    const lines = stdout.split('\n').filter((line) => /^(failed|unsteady): |passed, /.test(line))
    return { status, lines, stderr }
  }

  it('one that passes by itself is called unsteady, and the run is green', () => {
    expect(lastLines(['steady', 'once'])).toMatchObject({
      status: 0,
      lines: [
        'unsteady: once.test.js > passes the second time: the first time: expected false to be true // Object.is equality',
        'unsteady: 1',
        '2 passed, 0 failed',
      ],
    })
  })

  it('one that stands still is ended and named, and runs again with those behind it', () => {
    process.env['STANDSTILL_MS'] = '2000'
    // In one process the larger file is first.
    const { stderr, ...run } = lastLines(['--maxWorkers', '1', 'steady', 'stuck'])
    delete process.env['STANDSTILL_MS']
    expect(run).toEqual({
      status: 0,
      lines: [
        'unsteady: stuck.test.js > (the file): its process was ended',
        'unsteady: steady.test.js > (the file): it was not run',
        'unsteady: 2',
        '2 passed, 0 failed',
      ],
    })
    expect(stderr).toMatch(/stood still for 2 s and is ended: .*stuck\.test\.js/)
  })

  it('beside one that is unsteady, an error that no file is known for is red', () => {
    expect(lastLines(['--config', 'breaking.config.js', 'steady', 'once'])).toMatchObject({
      status: 1,
      lines: [
        'failed: (no file): of no file',
        expect.stringMatching(/^unsteady: once/),
        'unsteady: 1',
        '2 passed, 1 failed',
      ],
    })
  })

  it('one that fails three times is red, and is named with its first error', () => {
    expect(lastLines(['steady', 'always'])).toMatchObject({
      status: 1,
      lines: [
        'failed: always.test.js > never passes: one: expected 1 to be 2 // Object.is equality',
        'unsteady: 0',
        '1 passed, 1 failed',
      ],
    })
  })

  it('with --no-retry none runs again', () => {
    expect(lastLines(['--no-retry', 'once'])).toMatchObject({
      status: 1,
      lines: [expect.stringMatching(/^failed: once/), 'unsteady: 0', '0 passed, 1 failed'],
    })
  })
})
