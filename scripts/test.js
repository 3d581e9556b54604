import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureBuilt } from './built.js'
import { run } from './install.js'

const demanded = process.env['CI'] === 'true'

/**
 * Is it there, once Debian's package was tried? What is not is said, and in CI a failure.
 * @param {string} name
 * @param {string} debianPackage
 * @param {() => boolean} isThere
 */
function provide(name, debianPackage, isThere) {
  if (isThere()) return true
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall) {
    console.error(`Installing ${name} …`)
    spawnSync(
      'sh',
      [
        '-c',
        `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${debianPackage}`,
      ],
      { stdio: ['ignore', 'ignore', 2] },
    )
  }
  return isThere()
}

ensureBuilt()
const { findPostgres } = await import('../tests/support/find-programs.js')
const { findChromium } = await import('../tests/support/find-programs.js')
const missing = [
  provide('PostgreSQL', 'postgresql', () => findPostgres() !== null) ? '' : 'PostgreSQL',
  provide('Chromium', 'chromium', () => findChromium() !== null) ? '' : 'Chromium',
].filter((name) => name !== '')
const leftOut = `Left out, because ${missing.join(' and ')} could not be found or installed: the tests that need it.`
if (missing.length > 0 && demanded) {
  console.error(leftOut)
  process.exit(1)
}

run('npm', ['run', '--silent', 'check'], 'inherit')
run('npx', ['vitest', 'run', ...process.argv.slice(2)], 'inherit')
if (missing.length > 0) console.error(leftOut)
