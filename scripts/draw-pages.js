import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import { build } from 'vite'
import { linksTo } from './links-to.js'

/** All other addresses, and every one without a network, get this. */
const frame = '/app'

/**
 * Puts the first picture of every screen into an HTML file of its own, so that it is read before
 * any script runs, with the styles and scripts of just that screen.
 * @param {string} folder the built browser app
 */
export async function drawPages(folder) {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const manifestPath = join(folder, '.vite/manifest.json')
  /** @type {Record<string, { file: string, css?: string[], imports?: string[] }>} */
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))
  const into = join(folder, '../draw')
  await build({
    logLevel: 'warn',
    build: { ssr: 'draw.tsx', outDir: join('../..', into), emptyOutDir: true, manifest: false },
  })
  const { draw, pages } = await import(pathToFileURL(join(into, 'draw.js')).href)
  const first = await buildFirstScript(folder)

  /** @param {string} path @param {string} html */
  const write = (path, html) =>
    writeFileSync(join(folder, `${path.slice(1) || 'index'}.html`), html)
  // Other screens are only for people who are signed in: until that is known, their page waits.
  const waiting = await draw('/profile')
  for (const { path, access, module } of pages) {
    const isDrawn = access === 'public'
    const drawn = isDrawn ? await draw(path) : waiting
    const html = page(template, drawn, isDrawn ? path : '', linksTo(manifest, module))
    write(path, isDrawn ? withDrawing(folder, readFirst(html, first)) : html)
  }
  write(frame, page(template, waiting, '', ''))
  rmSync(into, { recursive: true })
  rmSync(join(folder, '.vite'), { recursive: true })
}

/**
 * @param {string} template
 * @param {string} drawn
 * @param {string} path
 * @param {string} links
 */
function page(template, drawn, path, links) {
  // React puts what belongs into the head before everything else.
  const [, head = '', body = ''] =
    /^((?:<(?:title|link|meta)[^>]*>(?:[^<]*<\/title>)?)*)([\s\S]*)$/.exec(drawn) ?? []
  const title = head.includes('<title>') ? head : `<title>Tent City</title>${head}`
  return template
    .replace('</head>', `${title}${links}</head>`)
    .replace('<div id="root"></div>', `<div id="root" data-drawn="${path}">${body}</div>`)
}

/**
 * People can read the drawn page before its scripts run: a small script replaces all others and
 * loads them later.
 * @param {string} html
 * @param {string} first its address
 */
function readFirst(html, first) {
  const scripts = /<script type="module"[^>]* src="([^"]+)"><\/script>/
  const preloads = /<link rel="modulepreload"[^>]* href="([^"]+)">/g
  const [, app = ''] = scripts.exec(html) ?? []
  const parts = [...html.matchAll(preloads)].map(([, file]) => file)
  const script = `<script type="module" src="${first}" data-app="${app}" data-parts="${parts.join(' ')}"></script>`
  return html.replaceAll(preloads, '').replace(scripts, script)
}

/**
 * @param {string} folder
 * @returns {Promise<string>} its address
 */
async function buildFirstScript(folder) {
  const { outputFiles } = await esbuild.build({
    entryPoints: ['src/web/wake.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
  })
  const contents = outputFiles[0]?.contents ?? ''
  const hash = createHash('sha256').update(contents).digest('base64url').slice(0, 8)
  const address = `/assets/wake-${hash}.js`
  writeFileSync(join(folder, address), contents)
  return address
}

/**
 * The banner as part of the page, in the place of the picture.
 * @param {string} folder
 * @param {string} html
 */
function withDrawing(folder, html) {
  const picture = /<img src="(\/assets\/banner[^"]+)"[^>]* class="([^"]+)">/
  return html.replace(picture, (_, file, name) =>
    readFileSync(join(folder, file), 'utf8')
      .replace(/<title>[^<]*<\/title>/, '')
      .replace('<svg', `<svg class="${name}" aria-hidden="true"`),
  )
}
