import { posix } from 'node:path'

/** A file of `src/`, by its path from the project's root, and its text. */
export type SourceFile = { path: string; text: string }

type Import = { from: string; to: string }

const serverMachinery = ['http', 'live', 'db', 'airtable', 'mail', 'push']
/** The features of `shared` whose types and limits the machinery needs; of others it knows none. */
const knownToMachinery: Record<string, string[]> = {
  http: ['accounts', 'documents', 'operations'],
  live: ['accounts'],
  push: ['notices', 'season', 'shifts'],
}
const serverTop = /^src\/server\/(main|serve|app|cli|command-line|demo)\.ts$/
/** Files that only their feature and `app.ts` import: those that answer calls and live events. */
const privateName = /[/-](routes|calls|live|round-trip)\.ts$/
const answersCalls = /\): Handlers</
const seesQueries = /^src\/server\/(db\/|[\w/-]+\/store\.ts$)/
/** From the lowest to the highest; any other folder of the browser is a feature. */
const webLayers = ['routing', 'ui', 'api', 'features', 'layout', 'screens', 'app']
/** The folders inside a feature, where they have an order: each imports only those before it. */
export const orderInFeature: Record<string, string[]> = {
  'src/web/tent-check': ['lights', 'exclusions', 'live', 'marks', 'starting', 'pages', 'closing'],
  'src/web/shifts': [
    'words',
    'picture',
    'next',
    'painter',
    'availability',
    'plan',
    'planning',
    'swaps',
    'fairness',
  ],
}

/** Every breach of the law of who may import whom, as sentences. */
export function breaches(files: SourceFile[]): string[] {
  const imports = files.flatMap(importsOf)
  const answering = new Set(
    files.filter(({ text }) => answersCalls.test(text)).map(({ path }) => path),
  )
  const isPrivate = (path: string) => privateName.test(path) || answering.has(path)
  const between = (folderOf: (path: string) => string) =>
    imports
      .map(({ from, to }) => ({ from: folderOf(from), to: isPackage(to) ? to : folderOf(to) }))
      .filter(({ from, to }) => from !== to)
  const found = [
    ...imports.flatMap((one) => breachesOfImport(one, isPrivate)),
    ...files.flatMap(breachesOfReach),
    ...circles(imports),
    ...circles(between(folderOf)),
    ...circles(between(featureOf)),
  ]
  return [...new Set(found)]
}

function breachesOfImport({ from, to }: Import, isPrivate: (path: string) => boolean): string[] {
  const said = (why: string) => [`${from} imports ${to}: ${why}`]
  const [, root] = from.split('/')
  if (isPackage(to)) {
    if (root === 'shared' && to !== 'typebox') return said('shared knows only the schema library.')
    if (to.startsWith('drizzle-orm') && !seesQueries.test(from)) {
      return said('only stores and db/ see queries.')
    }
    return []
  }
  const [, otherRoot] = to.split('/')
  if (root === 'shared' && otherRoot !== 'shared') return said('shared imports only shared.')
  if (root !== otherRoot && otherRoot !== 'shared') return said('web and server never meet.')
  const room = roomOf(from)
  if (root === 'server' && otherRoot === 'shared' && serverMachinery.includes(room)) {
    const isKnown = roomOf(to) === '' || knownToMachinery[room]?.includes(roomOf(to))
    return isKnown ? [] : said('machinery knows no feature.')
  }
  if (root !== otherRoot) return []
  if (root === 'server') return breachesInServer(from, to, isPrivate(to), said)
  if (root === 'web') return breachesInWeb(from, to, said)
  return []
}

function breachesInServer(
  from: string,
  to: string,
  isPrivate: boolean,
  said: (why: string) => string[],
): string[] {
  const room = roomOf(from)
  const otherRoom = roomOf(to)
  const isOfFeature = otherRoom !== '' && !serverMachinery.includes(otherRoom)
  if (to === 'src/server/db/schema.ts' && !seesQueries.test(from)) {
    return said('only stores and db/ see queries.')
  }
  if (isOfFeature && isPrivate && room !== otherRoom && from !== 'src/server/app.ts') {
    return said('a feature’s routes and live events are its own.')
  }
  if (serverTop.test(from)) return []
  if (serverTop.test(to)) return said('nothing imports the files that join and start the server.')
  const isMachinery = serverMachinery.includes(room) || room === ''
  if (isMachinery && isOfFeature) return said('machinery knows no feature.')
  return []
}

function breachesInWeb(from: string, to: string, said: (why: string) => string[]): string[] {
  const layer = webLayers.indexOf(layerOf(from))
  const otherLayer = webLayers.indexOf(layerOf(to))
  if (otherLayer > layer) return said(`${layerOf(from)} stands below ${layerOf(to)}.`)
  const isFeature = layerOf(from) === 'features' && layerOf(to) === 'features'
  if (isFeature && roomOf(from) !== roomOf(to)) return said('features don’t meet: a screen joins.')
  return breachesInFeature(from, to, said)
}

function breachesInFeature(from: string, to: string, said: (why: string) => string[]): string[] {
  const order = orderInFeature[featureOf(from)]
  if (order === undefined || featureOf(from) !== featureOf(to)) return []
  const [folder, otherFolder] = [from, to].map((path) => path.split('/').slice(3, -1)[0])
  if (folder === undefined) return []
  if (otherFolder === undefined) return said('a folder does not import the files that join it.')
  const [place, otherPlace] = [order.indexOf(folder), order.indexOf(otherFolder)]
  if (place < 0 || otherPlace < 0) return said('a folder has no place in the order.')
  return otherPlace <= place ? [] : said(`${folder} comes before ${otherFolder}.`)
}

const callsOut = new RegExp(
  [
    /\bfetch\(/,
    // A type alone calls nobody.
    /\bimport (?!type\b)[^']*'(node:https|node:http2|nodemailer|openid-client|web-push|undici)'/,
    /\bimport (?!type\b)[^']*(?<!type )\b(request|get)\b[^']*'node:http'/,
    /\bimport\('(node:https?|node:http2|nodemailer|openid-client|web-push|undici)'/,
  ]
    .map(({ source }) => source)
    .join('|'),
)
// The socket of backups is a file in the data folder, and is spoken to by HTTP.
const mayCallOut =
  /\/(airtable\/client|campus\/provider|mail\/smtp|push\/client|db\/backup-socket|team-stats\/[\w-]+)\.ts$/

/**
 * What only one place may touch: queries, the environment, the network, the clock and chance, and
 * the whole context.
 */
const reaches: [what: RegExp, by: RegExp, allowed: RegExp, why: string][] = [
  [/\bqueries\b/, /^src\/server\//, seesQueries, 'only stores and db/ see queries.'],
  [/process\.env/, /^src\/server\//, /\/config\.ts$/, 'only config.ts reads the environment.'],
  [callsOut, /^src\/server\//, mayCallOut, 'it may not call out.'],
  [
    /\bnew Date\b(?!\(\s*[^)\s])|\bDate\.now\b|\bperformance\b|Math\.random\b|\brandom(UUID|Bytes|Int)\(/,
    /^src\/(shared|server)\//,
    /^src\/server\/(context|secret-key)\.ts$/,
    'the clock and chance come by the context.',
  ],
  [
    /: Context\b(?!\[)/,
    /^src\/server\//,
    /^src\/server\/(app|serve)\.ts$/,
    'it names what it uses of the context.',
  ],
]

function breachesOfReach({ path, text }: SourceFile): string[] {
  const code = withoutComments(text)
  return reaches
    .filter(([what, by, allowed]) => by.test(path) && !allowed.test(path) && what.test(code))
    .map(([, , , why]) => `${path}: ${why}`)
}

/** The folder of a file; a file at the top of a root stands for itself. */
function folderOf(path: string): string {
  return path.split('/').length === 3 ? path : posix.dirname(path)
}

/** `src/web/tent-check/live/picture.ts` is of `src/web/tent-check`. */
function featureOf(path: string): string {
  return path.split('/').slice(0, 3).join('/')
}

function circles(imports: Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) {
      found.push(`${[...trail.slice(trail.indexOf(file)), file].join(' → ')}: a circle.`)
      return
    }
    if (done.has(file)) return
    done.add(file)
    for (const other of next.get(file) ?? []) visit(other, [...trail, file])
  }
  for (const file of next.keys()) visit(file, [])
  return found
}

/** What a file imports for use; a type alone is gone at run time, but keeps to the rooms as well. */
function importsOf({ path, text }: SourceFile): Import[] {
  const pattern = /(?:\bfrom\s+|\bimport\s+|\bimport\()'([^']+)'/g
  return [...withoutComments(text).matchAll(pattern)].map(([, to = '']) => ({
    from: path,
    to: to.startsWith('.') ? posix.join(posix.dirname(path), to) : to,
  }))
}

function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '')
}

function isPackage(to: string): boolean {
  return !to.startsWith('src/') && !to.startsWith('tests/')
}

/** `src/server/tents/store.ts` stands in `tents`; `src/server/context.ts` in ''. */
function roomOf(path: string): string {
  const parts = path.split('/')
  return parts.length > 3 ? (parts[2] ?? '') : ''
}

function layerOf(path: string): string {
  const room = roomOf(path)
  if (room === '') return 'app'
  return webLayers.includes(room) ? room : 'features'
}
