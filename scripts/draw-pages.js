import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/** Screens by their address, and the module that holds each. */
const publicPages = {
  '/': 'screens/home.tsx',
  '/history': 'screens/history.tsx',
  '/policy': 'screens/policy.tsx',
  '/calendar': 'screens/calendar.tsx',
  '/login': 'screens/login.tsx',
}
/** Only someone signed in sees them: until it is known who that is, the page waits. */
const signedInPages = {
  '/profile': 'screens/profile.tsx',
  '/tent-check': 'screens/tent-check.tsx',
  '/line-monitor-dashboard': 'screens/dashboard.tsx',
}
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
  const into = 'dist/draw'
  await build({
    logLevel: 'warn',
    build: { ssr: 'draw.tsx', outDir: join('../..', into), emptyOutDir: true, manifest: false },
  })
  const { draw } = await import(pathToFileURL(join(into, 'draw.js')).href)

  /** @param {string} path @param {string} html */
  const write = (path, html) =>
    writeFileSync(join(folder, `${path.slice(1) || 'index'}.html`), html)
  for (const [path, module] of Object.entries(publicPages)) {
    const html = page(template, await draw(path), path, linksTo(manifest, module))
    write(path, withDrawing(folder, readFirst(html)))
  }
  const waiting = await draw('/profile')
  for (const [path, module] of Object.entries(signedInPages)) {
    write(path, page(template, waiting, '', linksTo(manifest, module)))
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
 * What is drawn is read before it is alive: styles and pictures come first.
 * @param {string} html
 */
function readFirst(html) {
  return html
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
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

/**
 * The styles and scripts of one screen, and of what it imports.
 * @param {Record<string, { file: string, css?: string[], imports?: string[] }>} manifest
 * @param {string} module
 */
function linksTo(manifest, module) {
  // What every screen has stands in the template already.
  const seen = new Set(['index.html', ...(manifest['index.html']?.imports ?? [])])
  const everywhere = seen.size
  /** @param {string} key */
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const other of manifest[key]?.imports ?? []) visit(other)
  }
  visit(module)
  const chunks = [...seen].slice(everywhere).flatMap((key) => manifest[key] ?? [])
  const styles = new Set(chunks.flatMap(({ css }) => css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
  ].join('')
}
