import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, run } from './install.js'

ensureInstalled()
const { PGlite } = await import('@electric-sql/pglite')
const { build } = await import('vite')
const esbuild = await import('esbuild')
const { drawPages } = await import('./draw-pages.js')
const { buildServiceWorker } = await import('./service-worker.js')
const { compressFiles } = await import('./compress.js')

/** What the server still needs beside its build; everything else is bundled. */
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/**
 * Each build has a folder of its own: one that fails leaves `dist` as it is, and so does one beside
 * it.
 */
const part = `dist.part-${process.pid}`
const before = `${part}-before`
// Remove what killed builds left an hour ago or longer, or just now under this same process id,
// because a container uses the same ids again.
const hourAgo = Date.now() - 3_600_000
for (const name of readdirSync('.').filter((name) => name.startsWith('dist.part-'))) {
  const isOurs = name === part || name === before
  const { mtimeMs } = statSync(name, { throwIfNoEntry: false }) ?? { mtimeMs: hourAgo }
  if (isOurs || mtimeMs < hourAgo) rmSync(name, { recursive: true, force: true })
}
await build({ logLevel: 'warn', build: { outDir: join('../..', part, 'web') } })
await drawPages(`${part}/web`)
await buildServiceWorker(`${part}/web`)
compressFiles(`${part}/web`)
await esbuild.build({
  entryPoints: {
    main: 'src/server/main.ts',
    cli: 'src/server/cli.ts',
    'push-thread': 'src/server/push/push-thread.ts',
    'solver-thread': 'src/server/shifts/solver/solver-thread.ts',
    'first-plan-thread': 'src/server/shifts/first-plan-thread.ts',
    'rendering-thread': 'src/server/pages/rendering-thread.ts',
    'reading-thread': 'src/server/shifts/reading/reading-thread.ts',
  },
  outdir: `${part}/server`,
  bundle: true,
  // One bundle is read faster than its thousand files. These packages hold more than scripts.
  external: [...Object.keys(dependencies), 'pg-native'],
  splitting: true,
  // All in one folder: what a file stands beside is the same for its source and its build.
  chunkNames: '[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  platform: 'node',
  format: 'esm',
  // CommonJS packages in the bundle expect `require`, `__filename` and `__dirname`.
  banner: {
    js: [
      "import { createRequire as tentCityRequire } from 'node:module'",
      'const require = tentCityRequire(import.meta.url)',
      'const { filename: __filename, dirname: __dirname } = import.meta',
    ].join('\n'),
  },
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
})
cpSync('src/server/db/migrations', `${part}/server/migrations`, { recursive: true })
cpSync('src/server/db/functions.sql', `${part}/server/functions.sql`)
// Runs as a process of its own and is not bundled: it loads its packages from node_modules.
cpSync('src/server/documents/pdf-check-process.js', `${part}/server/pdf-check-process.js`)
// A first start begins from a copy of this; to make its own files takes the engine seconds.
// It is made without the settings of whoever builds, in a folder without their .env.
const apart = { cwd: part, env: { DATA_DIR: 'first' } }
run(process.execPath, ['server/cli.js', 'migrate'], ['ignore', 'ignore', 2], apart)
const first = await PGlite.create(`${part}/first/db`)
// Each copy draws an epoch of its own.
await first.exec('delete from ledger_epoch; checkpoint')
await first.close()
renameSync(`${part}/first/db`, `${part}/server/first-database`)
rmSync(`${part}/first`, { recursive: true })
// The engine lets everyone write its files.
for (const file of readdirSync(`${part}/server/first-database`, {
  recursive: true,
  withFileTypes: true,
})) {
  if (file.isFile()) chmodSync(join(file.parentPath, file.name), 0o644)
}
// If another build ends at the same moment, the later one stays. The old `dist` is moved first,
// because removing it takes a while.
do {
  rmSync(before, { recursive: true, force: true })
  moved('dist', before, ['ENOENT'])
} while (!moved(part, 'dist', ['ENOTEMPTY', 'EEXIST']))
rmSync(before, { recursive: true, force: true })

/**
 * false: refused with one of these codes.
 * @param {string} from
 * @param {string} to
 * @param {unknown[]} codes
 */
function moved(from, to, codes) {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(error.code)) return false
    throw error
  }
}
