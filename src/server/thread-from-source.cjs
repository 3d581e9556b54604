const { createHash } = require('node:crypto')
const { existsSync, mkdirSync, renameSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')

const root = join(__dirname, '../..')
const folder = join(root, 'node_modules/.cache/threads')
const { dependencies } = require(join(root, 'package.json'))

/**
 * Where the server runs from source: the thread's program `source`, bundled into one file that Node
 * can run. To translate its modules in every thread would take far longer than most threads work.
 * Needed by `thread.ts` alone, and never built: esbuild is not there in production.
 *
 * @param {URL} source
 * @returns {URL}
 */
exports.bundle = function bundle(source) {
  const { outputFiles } = require('esbuild').buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    external: Object.keys(dependencies),
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(source.href)})`,
    },
  })
  const contents = outputFiles[0]?.contents ?? ''
  const file = join(folder, `${createHash('sha256').update(contents).digest('hex')}.js`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    // Another process may write the same.
    const part = `${file}.${process.pid}`
    writeFileSync(part, contents)
    renameSync(part, file)
  }
  return pathToFileURL(file)
}
