import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/** Public screens by their address, and the module that holds each. */
const pages = {
  '/': 'screens/home.tsx',
  '/history': 'screens/history.tsx',
  '/policy': 'screens/policy.tsx',
  '/calendar': 'screens/calendar.tsx',
  '/login': 'screens/login.tsx',
}
/** All other addresses get the frame of a screen that only someone signed in sees. */
const frame = { file: 'app.html', path: '/profile' }

/**
 * Puts the first picture of every public screen into an HTML file of its own, so that it is read
 * before any script runs, with the styles and scripts of just that screen.
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

  for (const [path, module] of Object.entries(pages)) {
    const html = page(template, await draw(path), path, linksTo(manifest, module))
    const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`
    writeFileSync(join(folder, file), html)
  }
  writeFileSync(join(folder, frame.file), page(template, await draw(frame.path), '', ''))
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
  return (
    template
      // What is drawn is read before it is alive: styles and pictures come first.
      .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
      .replace('</head>', `${title}${links}</head>`)
      .replace('<div id="root"></div>', `<div id="root" data-drawn="${path}">${body}</div>`)
  )
}

/**
 * The styles and scripts of one screen, and of what it imports.
 * @param {Record<string, { file: string, css?: string[], imports?: string[] }>} manifest
 * @param {string} module
 */
function linksTo(manifest, module) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} key */
  const visit = (key) => {
    if (seen.has(key) || key === 'index.html') return
    seen.add(key)
    for (const other of manifest[key]?.imports ?? []) visit(other)
  }
  visit(module)
  const chunks = [...seen].flatMap((key) => manifest[key] ?? [])
  const styles = new Set(chunks.flatMap(({ css }) => css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`),
  ].join('')
}
