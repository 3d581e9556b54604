import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runFolder } from './run-folder.js'

/**
 * The tests alone, without lint and build: `node scripts/test-run.js [--no-retry] [what vitest takes]`.
 * A file that failed runs again by itself, up to twice, since its tests build on each other. What
 * passes then is unsteady: the run is green and says so in its last lines.
 *
 * @typedef {import('../tests/support/run-reporter.ts').FileReport} FileReport
 * @typedef {import('../tests/support/run-reporter.ts').RunReport} RunReport
 */
const vitestProgram = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const noRetry = '--no-retry'
const chosen = process.argv.slice(2).filter((argument) => argument !== noRetry)
const retries = process.argv.includes(noRetry) ? 0 : 2
/** If more files than this fail, it is not by chance, and none runs again. */
const mostToRunAgain = 20

const began = Date.now()
const folder = runFolder()
let isRed = false
/** @type {string[]} */
const unplaced = []
let files = vitest(chosen)

const failedFirst = files.filter(hasFailed)
const toRunAgain = failedFirst.length > mostToRunAgain ? [] : failedFirst
for (const { project, file } of retries > 0 ? toRunAgain : []) {
  for (let retry = 1; retry <= retries; retry += 1) {
    console.log(`\nAgain by itself (${retry} of ${retries}): ${project} ${file}`)
    const again = vitest(['--project', project, file]).find((one) => one.file === file)
    if (again === undefined) break
    files = files.map((one) => (one.file === file && one.project === project ? again : one))
    if (!hasFailed(again)) break
  }
}
folder.remove()

const unsteady = failedFirst.filter((before) => !files.filter(hasFailed).some(isSame(before)))
const failed = files.filter(hasFailed)
isRed ||= failed.length > 0
console.log(`\nThe ten slowest files, of all that took ${minutes(Date.now() - began)}:`)
for (const { project, file, ms } of [...files].sort((a, b) => b.ms - a.ms).slice(0, 10)) {
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file} (${project})`)
}
const failedLines = [...unplaced.map((error) => `(no file): ${error}`), ...failed.flatMap(linesOf)]
for (const line of failedLines) console.log(`failed: ${line}`)
const unsteadyLines = unsteady.flatMap(linesOf)
for (const line of unsteadyLines) console.log(`unsteady: ${line}`)
console.log(`unsteady: ${unsteadyLines.length}`)
const passed = files.reduce((sum, one) => sum + one.passed, 0)
console.log(`${passed} passed, ${failedLines.length} failed`)
process.exit(isRed ? 1 : 0)

/**
 * The files of one run. It is red for good, whatever a file does when it runs again, if it broke off
 * or something failed that no file is known for.
 * @param {string[]} args
 * @returns {FileReport[]}
 */
function vitest(args) {
  const report = join(folder.path, 'report.json')
  rmSync(report, { force: true })
  const env = { ...process.env, TMPDIR: folder.path, TEST_REPORT: report }
  const run = [vitestProgram, 'run', ...args]
  const { status } = spawnSync(process.execPath, run, { stdio: 'inherit', env })
  if (!existsSync(report)) {
    isRed = true
    return []
  }
  /** @type {RunReport} */
  const found = JSON.parse(readFileSync(report, 'utf8'))
  unplaced.push(...found.unplaced)
  isRed ||= found.unplaced.length > 0 || (status !== 0 && !found.files.some(hasFailed))
  return found.files
}

/** @param {FileReport} report */
function hasFailed({ failures }) {
  return failures.length > 0
}

/** @param {FileReport} one */
function isSame(one) {
  return (/** @type {FileReport} */ other) =>
    other.file === one.file && other.project === one.project
}

/** @param {FileReport} report */
function linesOf({ file, failures }) {
  return failures.map(({ test, error }) => `${file} > ${test}: ${error}`)
}

/** @param {number} ms */
function minutes(ms) {
  return `${(ms / 60_000).toFixed(1)} minutes`
}
