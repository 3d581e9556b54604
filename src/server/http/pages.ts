import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './errors.ts'
import { Refusal } from './refusal.ts'

/**
 * The built browser app (folder null: none). Its assets carry a hash in their name and may be
 * kept for ever; any path that is no call and no file is the app's own to route, so it gets the page.
 */
export async function addPages(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
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
    const isOurs = /^\/(api|socket\.io|assets|uploads)(\/|$|\?)/.test(request.url)
    if (folder === null || !isPage || isOurs) return sendRefusal(reply, new Refusal('notFound'))
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
