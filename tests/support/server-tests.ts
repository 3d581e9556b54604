import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['src/server', 'tests/structure', 'tests/live']
const asksForEngine = /\binject\('(snapshotFile|postgresUrl)'\)/
const imports = /^(?:import|}) .*from '(\.[^']+\.ts)'$/gm

/** How a file says, on its first line, that what it tests may differ between the engines. */
const wantsEach = /^\/\/ On each engine: /

/**
 * The test files of the server: those that need a database, those of them that run on each engine,
 * and those that need none.
 */
export function serverTests(): { onDatabase: string[]; eachEngine: string[]; noEngine: string[] } {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )
  const onDatabase = files.filter((file) => reachesEngine(file, new Set()))
  return {
    onDatabase,
    eachEngine: onDatabase.filter((file) => wantsEach.test(readFileSync(file, 'utf8'))),
    noEngine: files.filter((file) => !onDatabase.includes(file)),
  }
}

function reachesEngine(file: string, seen: Set<string>): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const { asks, imported } = partsOf(file)
  return asks || imported.some((path) => reachesEngine(path, seen))
}

/** Most files are imported by many tests. */
const known = new Map<string, { asks: boolean; imported: string[] }>()

function partsOf(file: string) {
  const parts = known.get(file) ?? readParts(file)
  known.set(file, parts)
  return parts
}

function readParts(file: string) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const imported = [...text.matchAll(imports)].map(([, path = '']) => join(file, '..', path))
  return { asks: asksForEngine.test(text), imported }
}
