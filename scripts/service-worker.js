import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as esbuild from 'esbuild'

/**
 * Builds the service worker with the list of what it keeps: every script, style and picture of the
 * screens; not the PDF viewer's, which is no use without a network.
 * @param {string} folder the built browser app
 */
export async function buildServiceWorker(folder) {
  const files = readdirSync(join(folder, 'assets'))
    .filter((name) => /\.(js|css|svg)$/.test(name) && !name.startsWith('pdf'))
    .map((name) => `/assets/${name}`)
  const name = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
  await esbuild.build({
    entryPoints: ['src/web/service-worker.ts'],
    outfile: join(folder, 'service-worker.js'),
    bundle: true,
    minify: true,
    target: 'es2022',
    define: { BUILD: JSON.stringify({ name, files }) },
    logLevel: 'warning',
  })
}
