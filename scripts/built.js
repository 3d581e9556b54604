import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, run } from './install.js'

/** A package that what is built runs with: whoever only runs it needs none of the build's. */
export const toRun = '@electric-sql/pglite'

/**
 * Installs and builds whatever is missing or older than its source; says so on standard error.
 * @param {string} [witness] as of `ensureInstalled`
 */
export function ensureBuilt(witness) {
  ensureInstalled(witness)
  const built = 'dist'
  const sources = ['src', 'scripts', 'vite.config.ts', 'package.json', 'package-lock.json']
  if (existsSync(built) && newest(['dist']) >= newest(sources)) return
  console.error('Building …')
  run(process.execPath, ['scripts/build.js'])
}

/**
 * When the newest of these files was written, in milliseconds.
 * @param {string[]} paths
 * @returns {number}
 */
function newest(paths) {
  return Math.max(
    ...paths.map((path) => {
      const stat = statSync(path)
      if (!stat.isDirectory()) return stat.mtimeMs
      // No test is in a build.
      const built = readdirSync(path).filter((name) => !/\.test\.tsx?$/.test(name))
      return newest(built.map((name) => join(path, name)))
    }),
  )
}
