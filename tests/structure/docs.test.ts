import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { refusals } from '../../src/shared/refusals.ts'
import { orderInFeature } from './import-law.ts'

const folders = ['.ci', 'bench', 'deploy', 'docs', 'scripts', 'src', 'stand-ins', 'tests']
const paths = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
)
const files = [...readdirSync('.'), ...paths].map((path) => `/${path}`)

// What changed since then may have another name today.
const pages = files.filter((path) => path.endsWith('.md') && path !== '/CHANGELOG.md')
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const packages = new Set(Object.keys({ ...dependencies, ...devDependencies }))

it.each(pages.map((page) => page.slice(1)))('%s names only files that are there', (page) => {
  const text = readFileSync(page, 'utf8')
  const named = text.matchAll(/`((?:[\w.@-]+\/)*[\w.@-]+\.(?:tsx?|js|css|sql|md|html))`/g)
  const missing = [...named]
    .map(([, name = '']) => name)
    .filter((name) => !packages.has(name) && !files.some((path) => path.endsWith(`/${name}`)))
  expect(missing).toEqual([])
})

/** A heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))

it.each(pages.map((page) => page.slice(1)))(
  '%s leads only to files and parts that are there',
  (page) => {
    const links = readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)\s]+)\)/g)
    const broken = [...links].filter(([, link = '']) => {
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      return !existsSync(file) || (anchor !== undefined && !anchorsIn(file).includes(anchor))
    })
    expect(broken.map(([, link]) => link)).toEqual([])
  },
)

// A name of the code, as `easternTime`; of two words at least, for one is often no name.
const codeWords = new Set(
  paths
    .filter((path) => /^(?:src|tests|scripts)\/.*\.(?:tsx?|js|cjs|sql)$/.test(path))
    .flatMap((path) => readFileSync(path, 'utf8').match(/\w+/g) ?? []),
)

it.each(pages.map((page) => page.slice(1)))('%s names only what the code names', (page) => {
  const named = readFileSync(page, 'utf8').matchAll(/`([a-z]+(?:[A-Z][A-Za-z]*)+)`/g)
  expect([...named].map(([, name = '']) => name).filter((name) => !codeWords.has(name))).toEqual([])
})

/** `name` (`file`), as prose says it, or the two in neighbouring cells of a table. */
const pair = /((?:`\w+`(?:, | and )?)+) (?:\(|\| )`([\w./-]+\.(?:tsx?|js|sql))`/g

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/security.md'])(
  '%s finds each name in the file that it gives for it',
  (page) => {
    const pairs = [...readFileSync(page, 'utf8').matchAll(pair)]
    const wrong = pairs.flatMap(([, names = '', file]) => {
      const found = paths.filter((path) => `/${path}`.endsWith(`/${file}`))
      const words = found.flatMap((path) => readFileSync(path, 'utf8').match(/\w+/g) ?? [])
      const named = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
      return named.filter((name) => !words.includes(name)).map((name) => `${name} in ${file}`)
    })
    expect(wrong).toEqual([])
  },
)

it.each(Object.entries(orderInFeature))('ARCHITECTURE says the order within %s', (path, order) => {
  const name = path.split('/').at(-1)
  const sentence = new RegExp(`In the browser \`${name}\` has [^:]+: (.+?)\\.\\s`)
  const [, list = ''] = sentence.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
  expect([...list.matchAll(/`([\w-]+)`/g)].map(([, folder]) => folder)).toEqual(order)
})

/** The sources, but for tests, whose path begins so. */
const sourcesIn = (folder: RegExp) =>
  paths
    .filter((path) => folder.test(path) && /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
const ofServer = sourcesIn(/^src\/server\//)
const inServer = (pattern: RegExp) => [...ofServer.matchAll(pattern)].map(([, found = '']) => found)
/** What is logged as a warning or worse: as code says it, `failure` where it is handed over. */
const logged = inServer(/\blog\.(?:warn|error|fatal)\((?:\s*\{[^}]*\},)?\s*([^()]*?),?\s*\)/g)
const handedOver = [
  ...inServer(/\bfailure(?:: | = )('[^']+')/g),
  ...inServer(/(?<!function )\b(?:repeatEvery|askedInTime|background\.begin)\([^']*('[^']+')/g),
]
const wordsOf = (code: string) =>
  code === 'refusals.airtableKeyUnreadable[1]'
    ? refusals.airtableKeyUnreadable[1].split(',')[0]
    : code.slice(1, -1)

it('docs/operations.md explains each line of the log that is a warning or worse, and no other', () => {
  const [, section = ''] =
    /^## The log\n(.*?)^## /ms.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const rows = section.split('\n').flatMap((line) => /^\| (`.*?`) \| /.exec(line)?.[1] ?? [])
  const explained = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, said]) => said))
  const said = [...logged.filter((code) => code !== 'failure'), ...handedOver].map(wordsOf)
  expect(explained.filter((words) => words !== 'msg').sort()).toEqual([...new Set(said)].sort())
})

it('what docs/operations.md says one sees when something breaks is said by the program', () => {
  const [, section = ''] =
    /^## When something breaks\n(.*?)^#/ms.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const seen = section.split('\n').flatMap((line) => /^\| (.*?) \| /.exec(line)?.[1] ?? [])
  const quoted = seen.flatMap((cell) => [...cell.matchAll(/"([^"]+)"/g)])
  // Where a quote has "…" the program says a name or a place.
  const parts = quoted.flatMap(([, said = '']) => said.split('…').map((part) => part.trim()))
  const sources = sourcesIn(/^src\/(?:server|shared|web)\//)
  expect(parts.length).toBeGreaterThan(0)
  expect(parts.filter((part) => part.length > 5 && !sources.includes(part))).toEqual([])
})

it('docs/reliability.md names each file with a journey that npm test leaves out', () => {
  const [above = ''] = readFileSync('docs/reliability.md', 'utf8').split('\n|')
  const files = paths.filter((path) => /^tests\/e2e\/.*\.test\.ts$/.test(path))
  // A condition of the long form, as `runIf(isLong)` or `runIf(times(false, true))`.
  const leaveOut = /\.(?:runIf|skipIf)\([^)]*(?:isLong\b|\btimes\()/
  const unnamed = files.filter(
    (path) => leaveOut.test(readFileSync(path, 'utf8')) && !above.includes(`\`${path}\``),
  )
  expect(unnamed).toEqual([])
})
