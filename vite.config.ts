import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { api } from './src/shared/api.ts'
import { allScreens, fileNameOf } from './src/shared/screens.ts'

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

/** These modules, what they import, and what that imports; not what is loaded later. */
function importedBy(roots: string[], graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(roots)
  // A set also visits what is added meanwhile.
  for (const module of found) {
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) found.add(imported)
  }
  return found
}

/**
 * What these modules import before they can be used, and what that imports: in one file, if so many
 * screens and lazy parts use it.
 */
function sharedBy(
  modules: string[],
  name: string,
  minShareCount: number,
): Rolldown.CodeSplittingGroup {
  const roots = modules.map((module) => resolve(`src/web/${module}.tsx`))
  let parts: Set<string> | undefined
  return {
    name: (module, graph) => {
      parts ??= importedBy(roots, graph)
      return parts.has(module) ? name : null
    },
    minShareCount,
  }
}

const publicScreens = allScreens
  .filter(([, { access }]) => access === 'public')
  .map(([name]) => `screens/${fileNameOf(name)}`)

/** Short, and the same in both builds: names are a tenth of all styles. */
function classNameIn(name: string, file: string): string {
  const place = createHash('sha256').update(relative('src/web', file)).digest('base64url')
  return `${name}_${place.slice(0, 3)}`
}

export default defineConfig({
  root: 'src/web',
  css: { modules: { generateScopedName: classNameIn } },
  plugins: [react(), pdfjsParts()],
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
      // Else whatever names a length of time loads the file that this stands in.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          // One file for what each kind of screen shares: on a slow line each further file waits for
          // its turn, and what only few of them need would make all of them wait.
          groups: [
            { name: 'frame', tags: ['$initial'] },
            sharedBy(['screens/home', 'screens/history'], 'first', 2),
            // What / loads next, whole.
            sharedBy(['season/season-now'], 'season-now', 1),
            sharedBy(publicScreens, 'public', 4),
            sharedBy(['screens/login'], 'login', 2),
            { name: 'parts', minShareCount: 5 },
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
