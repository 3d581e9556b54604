import { cpSync, rmSync } from 'node:fs'
import { ensureInstalled } from './install.js'

ensureInstalled()
const { build } = await import('vite')
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
cpSync('src/server/db/migrations', 'dist/server/migrations', { recursive: true })
