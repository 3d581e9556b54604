import { existsSync, readFileSync } from 'node:fs'

/** The scripts and styles that a page of the build names: what its screen loads at first. */
function partsOf(page) {
  const path = `dist/web/${page}`
  if (!existsSync(path)) throw new Error('There is nothing built yet: npm run build')
  const named = readFileSync(path, 'utf8').matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)
  return [...new Set([...named].map(([, asset]) => `dist/web${asset}`))]
}

const frame = partsOf('app.html')
const screen = (name) => [...frame, `dist/web/assets/${name}-*.js`]
const shared = [
  'button',
  'card',
  'notice',
  'page',
  'form-text',
  'useQuery',
  'use-tents',
  'live-socket',
]
const sharedParts = shared.map((name) => `dist/web/assets/${name}-*.js`)

/** What a visitor downloads in scripts and styles, brotli, by screen. */
export default [
  { name: '/', path: partsOf('index.html'), limit: '115 kB' },
  { name: '/history', path: partsOf('history.html'), limit: '150 kB' },
  { name: '/login', path: partsOf('login.html'), limit: '150 kB' },
  { name: '/profile', path: [...screen('profile'), ...sharedParts], limit: '150 kB' },
  { name: '/tent-check', path: [...screen('tent-check'), ...sharedParts], limit: '150 kB' },
  {
    name: '/line-monitor-dashboard',
    path: [...screen('dashboard'), ...sharedParts],
    limit: '150 kB',
  },
  {
    name: '/policy and /calendar, beside the PDF worker',
    path: [...partsOf('policy.html'), 'dist/web/assets/pdf-viewer-*.js'],
    limit: '240 kB',
  },
]
