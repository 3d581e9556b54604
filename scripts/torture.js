import { ensureBuilt } from './built.js'
import { run } from './install.js'

/** The long form of every test of faults; further arguments choose among them, as vitest has it. */
ensureBuilt()
process.env['TORTURE'] = 'true'
process.env['TORTURE_SEED'] ??= '86'
console.error(`Seed: ${process.env['TORTURE_SEED']}. The same seed repeats a failure.`)
const parts = process.argv.slice(2)
const all = [
  'tests/faults',
  'tests/live',
  'tests/e2e/accessibility',
  'tests/e2e/bad-network',
  'tests/e2e/network-schedules',
  'tests/e2e/tent-check-hand',
  'tests/e2e/tent-check-journeys',
  'src/server/shifts/search',
]
const chosen = parts.length > 0 ? parts : all
run('npx', ['vitest', 'run', ...chosen], 'inherit')
