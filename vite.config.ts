import { cpSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { api } from './src/shared/api.ts'

const server = 'http://127.0.0.1:3000'

// The browser needs no more of the contract than where each call goes; the schemas stay at home.
const routes = Object.fromEntries(
  Object.entries(api).map(([name, { method, path }]) => [name, { method, path }]),
)

const pdfjsFolder = 'node_modules/pdfjs-dist'
const { version } = JSON.parse(readFileSync(`${pdfjsFolder}/package.json`, 'utf8'))

/** The fonts, character maps and decoders that pdf.js asks for, from our own origin. */
function pdfjsParts(): Plugin {
  const address = `/assets/pdfjs-${version}/`
  const parts = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
  return {
    name: 'pdfjs-parts',
    writeBundle({ dir = '' }) {
      for (const part of parts) {
        cpSync(join(pdfjsFolder, part), join(dir, address, part), { recursive: true })
      }
    },
    configureServer(dev) {
      dev.middlewares.use(address, (request, response, next) => {
        const path = join(pdfjsFolder, new URL(request.url ?? '', 'http://x').pathname)
        if (existsSync(path)) createReadStream(path).pipe(response)
        else next()
      })
    },
  }
}

function isShared(module: string): boolean {
  return !/socket|engine\.io|pdf|web\/tent-check/.test(module)
}

export default defineConfig({
  root: 'src/web',
  plugins: [react(), pdfjsParts()],
  define: { API_ROUTES: JSON.stringify(routes) },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The server's content security policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // One small file paints sooner than one for each part of a screen.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What several screens share comes in one file: each further one waits for its turn on a
          // slow line. What is big and not for all of them stays on its own.
          groups: [{ name: 'frame', test: isShared, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/uploads': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
