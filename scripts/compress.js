import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(js|mjs|css|html|svg|webmanifest|wasm|bcmap)$/

/**
 * Puts a brotli and a gzip form beside every file that gets smaller by it.
 * @param {string} folder
 */
export function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.test(name)) continue
    const path = join(folder, name)
    const bytes = readFileSync(path)
    const quality = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 9 : 11 }
    const brotli = brotliCompressSync(bytes, { params: quality })
    if (brotli.length >= bytes.length) continue
    writeFileSync(`${path}.br`, brotli)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
