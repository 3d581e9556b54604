import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Body, type Encoding, once, sendBody, tagOf } from './answer.ts'
import { sendRefusal } from './errors.ts'
import { Refusal } from './refusal.ts'

/**
 * The built browser app (folder null: none), kept in memory as far as it is asked for: a build
 * never changes. Its assets carry a hash in their name and may be kept for ever. Public screens
 * have a page of their own, drawn by the build; any other path that is no call and no file is the
 * app's own to route, and gets its frame.
 */
export function addPages(app: FastifyInstance, folder: string | null): void {
  const files = folder === null ? new Map<string, Body>() : filesIn(folder)

  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('notFound')))
  if (folder === null) return
  app.get<{ Params: { '*': string } }>('/*', { compress: false }, async (request, reply) => {
    const path = request.params['*']
    const file = files.get(path) ?? pageOf(files, path)
    if (file === undefined) throw new Refusal('notFound')
    const isHashed = path.startsWith('assets/')
    reply.header('vary', 'accept-encoding')
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    return sendBody(request, reply, file)
  })
}

function pageOf(files: Map<string, Body>, path: string): Body | undefined {
  if (/^(api|socket\.io|assets|uploads|metrics)(\/|$)/.test(path)) return undefined
  return files.get(path === '' ? 'index.html' : `${path}.html`) ?? files.get('app.html')
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } satisfies Record<Encoding, string>

/** Every file by its path, with the compressed forms that stand beside it. */
function filesIn(folder: string): Map<string, Body> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const served = paths.filter(
    (path) => !/\.(br|gz)$/.test(path) && statSync(join(folder, path)).isFile(),
  )
  return new Map(
    served.map((path) => {
      const file = join(folder, path)
      const body: Body = {
        type: types[extname(path)] ?? 'application/octet-stream',
        tag: tagOf(readFileSync(file)),
        encodings: (['br', 'gzip'] as const).filter((form) => existsSync(file + suffixes[form])),
        bytes: once((encoding) => readFile(file + suffixes[encoding])),
      }
      return [path.replaceAll('\\', '/'), body]
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
