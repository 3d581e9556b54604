import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import * as esbuild from 'esbuild'

/** Serves pages of React alone, built and compressed as ours are: /react-list and /react-heading. */
const files = new Map<string, { type: string; body: Buffer }>()
for (const name of ['react-list', 'react-heading']) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [`bench/floors/${name}.tsx`],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title><div id="root"></div><script type="module" src="/${name}.js"></script></html>`
  files.set(`/${name}`, { type: 'text/html', body: brotliCompressSync(html) })
  for (const { contents } of outputFiles) {
    files.set(`/${name}.js`, { type: 'text/javascript', body: brotliCompressSync(contents) })
  }
}

const server = createServer((request, response) => {
  const file = files.get(request.url ?? '')
  if (file === undefined) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br' }).end(file.body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
