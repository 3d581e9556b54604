import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

/** How often a registry is asked before it is taken to be away. */
export const attempts = 3

/**
 * Says which Node is needed, if this one is too old or of an unmaintained line; null: this one will
 * do. The same as `engines` in package.json, for which npm only warns.
 * @param {string} version
 */
export function neededNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return null
  return `Tent City needs Node 20.19, 22.12, or 24 and later; this is ${version}.`
}

/**
 * Installs the dependencies where they are missing or older than the lockfile; with NODE_ENV
 * `production`, too, those that only the build needs. Says what fails, and no warnings: npm warns on
 * Node 20 that pdfjs-dist asks for 22; it works there.
 * @param {string} [witness] a package without which they count as missing: `npm prune` and NODE_ENV
 * `production` leave out those of the build, which a server that is built runs without
 */
export function ensureInstalled(witness = 'vite') {
  const needed = neededNode(process.versions.node)
  if (needed !== null) {
    console.error(needed)
    process.exit(1)
  }
  const installed = 'node_modules/.package-lock.json'
  const isFresh =
    existsSync(`node_modules/${witness}`) &&
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs
  if (isFresh) return
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    if (spawnSync('npm', install, { stdio: ['inherit', 2, 2] }).status === 0) return
  }
  run('npm', install)
}

/**
 * Runs a program to its end, its output ours; a failure ends this process with the same code.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {{ cwd?: string, env?: Record<string, string> }} where
 */
export function run(program, args, stdio = ['inherit', 2, 2], where = {}) {
  const { status, error } = spawnSync(program, args, { stdio, ...where })
  if (error) console.error(`${program} could not be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}
