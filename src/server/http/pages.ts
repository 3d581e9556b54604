import { readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './errors.ts'
import { Refusal } from './refusal.ts'

/**
 * The built browser app (folder null: none). Its assets carry a hash in their name and may be
 * kept for ever. Public screens have a page of their own, drawn by the build; any other path that
 * is no call and no file is the app's own to route, and gets its frame.
 */
export async function addPages(app: FastifyInstance, folder: string | null): Promise<void> {
  const drawn = new Set<string>()
  if (folder !== null) {
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.html')) drawn.add(`/${name.slice(0, -'.html'.length)}`)
    }
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.setHeader(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const isOurs = /^\/(api|socket\.io|assets|uploads|metrics)(\/|$|\?)/.test(request.url)
    if (folder === null || !isPage || isOurs) return sendRefusal(reply, new Refusal('notFound'))
    const path = request.url.split('?')[0] ?? ''
    const name = drawn.has(path) ? `${path.slice(1)}.html` : 'app.html'
    return reply.header('cache-control', 'no-cache').sendFile(name)
  })
}
