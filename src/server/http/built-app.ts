import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Body, type Encoding, encodingFor, hasTag, once, sendBody } from './answer.ts'
import { sendRefusal } from './errors.ts'
import { Refusal } from './refusal.ts'

/** `hash`: of its bytes. */
type BuiltFile = Body & { hash: string }

/**
 * Serves the built browser app (folder null: none) from memory, loaded when first requested: a
 * build never changes. Assets have a hash in their name and may be cached for ever. Public screens
 * have their own page, drawn by the build; any other path that is neither a call nor a file gets
 * the app's frame, and the app routes it.
 */
export function serveBuiltApp(app: FastifyInstance, folder: string | null): void {
  const files = folder === null ? new Map<string, BuiltFile>() : filesIn(folder)

  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('notFound')))
  if (folder === null) return
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*']
    const file = files.get(path) ?? pageOf(files, path)
    if (file === undefined) throw new Refusal('notFound')
    const isHashed = path.startsWith('assets/')
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    const encoding = encodingFor(request, file)
    const etag = `"${file.hash}-${encoding}"`
    reply.header('etag', etag)
    if (hasTag(request.headers['if-none-match'], etag)) {
      return reply.header('vary', 'accept-encoding').code(304).send()
    }
    return sendBody(reply, file, encoding)
  })
}

/** Does this path, without its first `/`, lead to the app if it is no file? Not below these: programs ask there. */
export function leadsToApp(path: string): boolean {
  return !/^(api|socket\.io|assets|uploads|metrics)(\/|$)/.test(path)
}

function pageOf(files: Map<string, BuiltFile>, path: string): BuiltFile | undefined {
  if (!leadsToApp(path)) return undefined
  return files.get(path === '' ? 'index.html' : `${path}.html`) ?? files.get('app.html')
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } satisfies Record<Encoding, string>

/** Every file by its path, with its compressed forms. */
function filesIn(folder: string): Map<string, BuiltFile> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const served = paths.filter(
    (path) => !/\.(br|gz)$/.test(path) && statSync(join(folder, path)).isFile(),
  )
  return new Map(
    served.map((path) => {
      const file = join(folder, path)
      const built: BuiltFile = {
        type: types[extname(path)] ?? 'application/octet-stream',
        hash: createHash('sha256').update(readFileSync(file)).digest('base64url'),
        // The build makes both compressed forms or none.
        isCompressible: existsSync(file + suffixes.br),
        bytes: once((encoding) => readFile(file + suffixes[encoding])),
      }
      return [path.replaceAll('\\', '/'), built]
    }),
  )
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}
