import { readdirSync } from 'node:fs'
import { ensureBuilt } from './built.js'
import { run } from './install.js'

/** Runs the benchmarks, or those that are named: `npm run bench -- airtable`. */
ensureBuilt()
const all = readdirSync('bench')
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
const named = process.argv.slice(2)
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} among the benchmarks: ${all.join(', ')}.`)
  process.exit(1)
}
for (const name of named.length > 0 ? named : all) {
  run('npx', ['tsx', `bench/${name}.bench.ts`], 'inherit')
}
