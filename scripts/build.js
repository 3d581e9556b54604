import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { ensureInstalled } from './install.js'

ensureInstalled()
const { build } = await import('vite')
const { PGlite } = await import('@electric-sql/pglite')
const esbuild = await import('esbuild')
const { drawPages } = await import('./draw-pages.js')
const { buildServiceWorker } = await import('./service-worker.js')
const { compressFiles } = await import('./compress.js')

rmSync('dist', { recursive: true, force: true })
await build({ logLevel: 'warn' })
await drawPages('dist/web')
await buildServiceWorker('dist/web')
compressFiles('dist/web')
await esbuild.build({
  entryPoints: ['src/server/main.ts', 'src/server/cli.ts'],
  outdir: 'dist/server',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
})
// A first start begins from this instead of having the engine make its own files, which takes seconds.
const empty = await PGlite.create()
writeFileSync(
  'dist/server/first-database.tar.gz',
  Buffer.from(await (await empty.dumpDataDir('gzip')).arrayBuffer()),
)
await empty.close()
cpSync('src/server/db/migrations', 'dist/server/migrations', { recursive: true })
