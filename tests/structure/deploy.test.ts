import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const operations = readFileSync('docs/operations.md', 'utf8')
/** By what operations.md makes a unit of which each is started with its port. */
const [, forEachPort = 'none'] = /`sed '([^']+)' deploy\/tent-city\.service/.exec(operations) ?? []

describe('what is deployed', () => {
  it('is built on images that are named by digest', () => {
    const from = readFileSync('Dockerfile', 'utf8').match(/^FROM .*$/gm) ?? []
    const stages = from.map((line) => / AS (\S+)$/.exec(line)?.[1])
    const outside = from.filter((line) => !stages.includes(line.split(' ')[1]))
    expect(outside).toHaveLength(1)
    expect(outside[0]).toMatch(/^FROM node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64} AS node$/)
  })

  it('is a unit whose threads may let the server go first', () => {
    const text = readFileSync('deploy/tent-city.service', 'utf8')
    const filters = [...text.matchAll(/^SystemCallFilter=(.*)$/gm)].map(([, calls]) => calls)
    expect(filters.slice(1)).toEqual(['~@privileged @resources', 'setpriority'])
  })

  // The second one is made for each of several processes.
  it.skipIf(!existsSync('/usr/bin/systemd-analyze')).each([
    ['tent-city.service', 'tent-city.service', ''],
    ['tent-city@.service', 'tent-city@3001.service', forEachPort],
  ])('%s is a unit that systemd takes, and calls little exposed', (name, started, change) => {
    const folder = mkdtempSync(join(tmpdir(), 'tent-city-unit-'))
    const text = execFileSync('sed', [change, 'deploy/tent-city.service'], { encoding: 'utf8' })
    expect(text).toMatch(/^MemoryMax=/m)
    if (change !== '') expect(text).toMatch(/^Environment=PORT=%i NODE_ENV=production /m)
    // Node is elsewhere on many machines.
    writeFileSync(join(folder, name), text.replace('/usr/bin/node', process.execPath))
    const analyze = (...args: string[]) => {
      const all = [...args, join(folder, started)]
      return execFileSync('systemd-analyze', all, { encoding: 'utf8', stdio: 'pipe' })
    }
    expect(analyze('verify')).toBe('')
    expect(analyze('security', '--offline=true', '--threshold=20')).toContain('Overall exposure')
    rmSync(folder, { recursive: true })
  })
})
