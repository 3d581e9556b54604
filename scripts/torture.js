import { readdirSync, readFileSync } from 'node:fs'
import { ensureBuilt } from './built.js'
import { run } from './install.js'

/** The long form of every test that has one; further arguments choose among them, as vitest has it. */
ensureBuilt()
process.env['TORTURE'] = 'true'
process.env['TORTURE_SEED'] ??= '86'
console.error(`Seed: ${process.env['TORTURE_SEED']}. The same seed repeats a failure.`)
const parts = process.argv.slice(2)
const all = ['src', 'tests']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.test\.tsx?$/.test(path))
  .filter((path) => readFileSync(path, 'utf8').includes("support/times.ts'"))
const chosen = parts.length > 0 ? parts : all
run('npx', ['vitest', 'run', ...chosen], 'inherit')
