import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
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

/** The modules of what visitors open first, before which as little as possible is loaded. */
const ofFirstScreens = new Set(
  ['main', 'screens/home', 'screens/history', 'screens/policy', 'screens/login'].map((name) =>
    resolve(`src/web/${name}.tsx`),
  ),
)

/** Adds what these screens import, and what that imports. */
function firstScreens(): Plugin {
  return {
    name: 'first-screens',
    buildEnd() {
      // A set also visits what is added meanwhile.
      for (const module of ofFirstScreens) {
        for (const part of this.getModuleInfo(module)?.importedIds ?? []) ofFirstScreens.add(part)
      }
    },
  }
}

/** Not the lists in parts, which the first screens import only with the rest of their library. */
function isOfFirstScreens(module: string): boolean {
  return ofFirstScreens.has(module) && !/useInfinite|infiniteQueryObserver/.test(module)
}

/** For all other screens: not what is big and needed by few of them. */
function isShared(module: string): boolean {
  return !/socket|engine\.io|pdf|tent-check|season|(web|shared)\/shifts|check-history|disputes|notices|pages\/(editing|problems)|tents\/roster|roster-columns|use-users|use-airtable|use-(said-)?action|ui\/(folded|times)|mutation|infinite/i.test(
    module,
  )
}

/** Short, and the same in both builds: names are a tenth of all styles. */
function classNameIn(name: string, file: string): string {
  const place = createHash('sha256').update(relative('src/web', file)).digest('base64url')
  return `${name}_${place.slice(0, 3)}`
}

export default defineConfig({
  root: 'src/web',
  css: { modules: { generateScopedName: classNameIn } },
  plugins: [react(), pdfjsParts(), firstScreens()],
  define: { API_ROUTES: JSON.stringify(routes) },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The server's content security policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      // How long each plugin took is of no use to whoever installs this.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // What several screens share comes in one file: each further one waits for its turn on a
          // slow line.
          groups: [
            { name: 'frame', test: isOfFirstScreens, minShareCount: 2 },
            { name: 'parts', test: isShared, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/auth': server,
      '/uploads': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
