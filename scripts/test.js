import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureBuilt } from './built.js'
import { attempts, ensureInstalled, run } from './install.js'

/**
 * `npm test` is everything; `npm test -- --quick` leaves out browsers, faults, the build, PostgreSQL
 * and most of the server's tests on a database (`tests/support/quick-tests.ts`). Further arguments
 * are those of `test-run.js`.
 */
const demanded = process.env['CI'] === 'true'

/**
 * Is this program there? If not, root tries to install its Debian package first.
 * @param {string} name
 * @param {string} debianPackage
 * @param {() => boolean} isThere
 */
function provide(name, debianPackage, isThere, attemptsAtMost = attempts) {
  if (isThere()) return true
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall) {
    console.error(`Installing ${name} …`)
    const install = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${debianPackage}`
    for (let attempt = 1; attempt <= attemptsAtMost && !isThere(); attempt += 1) {
      spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 2] })
    }
  }
  return isThere()
}

const quick = '--quick'
const chosen = process.argv.slice(2).filter((argument) => argument !== quick)
if (process.argv.includes(quick)) {
  ensureInstalled()
  run('npm', ['run', '--silent', 'lint'], 'inherit')
  const projects = ['unit', 'web', 'server'].flatMap((name) => ['--project', name])
  process.env['TEST_ENGINE'] = 'pglite'
  process.env['TEST_QUICK'] = 'true'
  run(process.execPath, ['scripts/test-run.js', ...projects, ...chosen], 'inherit')
  process.exit()
}

ensureBuilt()
const { findChromium, findHeadlessShell, findPostgres } = await import(
  '../tests/support/find-programs.js'
)
const missing = [
  provide('PostgreSQL', 'postgresql', () => findPostgres() !== null) ? '' : 'PostgreSQL',
  provide('Chromium', 'chromium', () => findChromium() !== null) ? '' : 'Chromium',
].filter((name) => name !== '')
const leftOut = `Left out, because ${missing.join(' and ')} could not be found or installed: the tests that need it.`
// Optional: without it, Chromium itself is used, and so is a Chromium named by CHROMIUM_PATH.
if (!process.env['CHROMIUM_PATH']) {
  const isThere = () => findHeadlessShell() !== null
  provide('Chromium’s headless shell', 'chromium-headless-shell', isThere, 1)
}
if (missing.length > 0 && demanded) {
  console.error(leftOut)
  process.exit(1)
}

run('npm', ['run', '--silent', 'check'], 'inherit')
if (missing.length > 0) console.error(leftOut)
run(process.execPath, ['scripts/test-run.js', ...chosen], 'inherit')
