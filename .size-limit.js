import { existsSync, readFileSync } from 'node:fs'

/** The scripts and styles that a page of the build names: what its screen loads at first. */
function partsOf(page) {
  const path = `dist/web/${page}`
  if (!existsSync(path)) throw new Error('There is nothing built yet: npm run build')
  const named = readFileSync(path, 'utf8').matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)
  return [...new Set([...named].map(([, asset]) => `dist/web${asset}`))]
}

/** What a visitor downloads in scripts and styles, brotli, by screen: what it is now and at most 5 % more. */
export default [
  { name: '/', path: partsOf('index.html'), limit: '118 kB' },
  { name: '/history', path: partsOf('history.html'), limit: '119 kB' },
  { name: '/login', path: partsOf('login.html'), limit: '119 kB' },
  { name: '/profile', path: partsOf('profile.html'), limit: '120 kB' },
  { name: '/tent-check', path: partsOf('tent-check.html'), limit: '149 kB' },
  {
    name: '/line-monitor-dashboard',
    path: partsOf('line-monitor-dashboard.html'),
    limit: '148 kB',
  },
  {
    name: '/policy and /calendar, beside the PDF worker',
    path: [...partsOf('policy.html'), 'dist/web/assets/pdf-viewer-*.js'],
    limit: '243 kB',
  },
]
