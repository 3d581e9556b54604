import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { assetsOf } from './scripts/page-assets.js'

const folder = 'dist/web'
if (!existsSync(folder)) throw new Error('There is nothing built yet: npm run build')

/** What most screens may weigh, in kB, and some others: what they are now and at most 1. */
const usual = 93
const others = {
  calendar: 219,
  checks: 102,
  contacts: 91,
  faq: 91,
  index: 91,
  'line-monitor-dashboard': 131,
  login: 96,
  policy: 219,
  privacy: 92,
  profile: 113,
  shifts: 127,
  'tent-check': 142,
}
const withPdfViewer = ['calendar', 'policy']

/** The files that the screen of a page of the build loads at first. */
function partsOf(page) {
  const html = readFileSync(`${folder}/${page}.html`, 'utf8')
  const viewer = withPdfViewer.includes(page) ? [`${folder}/assets/pdf-viewer-*.js`] : []
  return [...assetsOf(html).map((asset) => folder + asset), ...viewer]
}

/** What a visitor downloads in scripts and styles, brotli, by screen; without the PDF worker. */
export default readdirSync(folder)
  .filter((name) => name.endsWith('.html') && name !== 'app.html')
  .map((name) => name.replace('.html', ''))
  .map((page) => ({ name: page, path: partsOf(page), limit: `${others[page] ?? usual} kB` }))
