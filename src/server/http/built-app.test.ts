import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { serveBuiltApp } from './built-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-built-app-'))
const files = { 'index.html': 'the page', 'index.html.br': 'brotli', 'index.html.gz': 'gzip' }
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
const app = Fastify()
serveBuiltApp(app, folder)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (headers: Record<string, string>) => app.inject({ url: '/', headers })

it.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['identity', undefined, 'the page'],
])(
  'a page asked for in %s is sent in the form that the build made',
  async (accepted, sent, text) => {
    const { headers, body } = await get({ 'accept-encoding': accepted })
    expect([headers['content-encoding'], headers['vary'], body]).toEqual([
      sent,
      'accept-encoding',
      text,
    ])
  },
)

it('a page that the browser has is not sent again, in the encoding that it has', async () => {
  const etag = String((await get({ 'accept-encoding': 'br' })).headers['etag'])
  const known = { 'if-none-match': `W/${etag}` }
  const again = await get({ ...known, 'accept-encoding': 'br' })
  expect([again.statusCode, again.headers['etag'], again.body]).toEqual([304, etag, ''])
  expect((await get({ ...known, 'accept-encoding': 'gzip' })).statusCode).toBe(200)
})

it('what makes the pages an app that can be installed is there', async () => {
  const ours = Fastify()
  serveBuiltApp(ours, 'src/web/public')
  const manifest = (await ours.inject('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Tent City', display: 'standalone', start_url: '/' })
  for (const { src } of manifest.icons) {
    const icon = await ours.inject(src)
    expect([src, icon.headers['content-type']]).toEqual([src, 'image/png'])
  }
  await ours.close()
})
