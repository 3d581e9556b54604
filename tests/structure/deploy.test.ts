import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

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

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
    'is a unit that systemd takes, and calls little exposed',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'tent-city-unit-'))
      const unit = join(folder, 'tent-city.service')
      const text = readFileSync('deploy/tent-city.service', 'utf8')
      expect(text).toMatch(/^MemoryMax=/m)
      // Node is elsewhere on many machines.
      writeFileSync(unit, text.replace('/usr/bin/node', process.execPath))
      const analyze = (...args: string[]) =>
        execFileSync('systemd-analyze', [...args, unit], { encoding: 'utf8', stdio: 'pipe' })
      expect(analyze('verify')).toBe('')
      expect(analyze('security', '--offline=true', '--threshold=20')).toContain('Overall exposure')
      rmSync(folder, { recursive: true })
    },
  )
})
