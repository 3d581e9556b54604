import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-built-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file that was written at this time, in seconds since 1970. */
function write(path: string, seconds: number): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  utimesSync(file, seconds, seconds)
}

function builds(): boolean {
  const { stderr } = spawnSync(process.execPath, [resolve('scripts/ensure-built.js')], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stderr.includes('Building')
}

const sources = [
  'src/main.ts',
  'scripts/draw-pages.js',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

it.each(sources)('a build that is older than %s is made anew', (newer) => {
  for (const path of ['scripts/build.js', ...sources]) write(path, 1000)
  write('dist/server/migrations/1.sql', 2000)
  write('node_modules/vite/package.json', 1000)
  write('node_modules/.package-lock.json', 4000)
  expect(builds()).toBe(false)
  write(newer, 3000)
  expect(builds()).toBe(true)
})

it('a build that fails leaves the last one in dist', () => {
  for (const path of ['vite.config.ts', 'package-lock.json', 'dist/web/app.html']) write(path, 1000)
  write('node_modules/vite/package.json', 1000)
  write('node_modules/.package-lock.json', 4000)
  writeFileSync(join(folder, 'package.json'), '{}')
  const { status } = spawnSync(process.execPath, [resolve('scripts/build.js')], { cwd: folder })
  expect(status).toBe(1)
  expect(existsSync(join(folder, 'dist/web/app.html'))).toBe(true)
})
