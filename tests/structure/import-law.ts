import { posix } from 'node:path'

/** A file of `src/`, by its path from the project's root, and its text. */
export type SourceFile = { path: string; text: string }

type Import = { from: string; to: string }

const features = [
  'accounts',
  'tents',
  'tent-check',
  'roster-sync',
  'settings',
  'documents',
  'operations',
  'team-stats',
  'record',
  'privacy',
  'history',
  'community',
]
const serverMachinery = ['http', 'live', 'db', 'airtable']
const serverTop = /^src\/server\/(main|serve|app|cli|demo)\.ts$/
const webLayers = ['ui', 'api', 'features', 'layout', 'screens', 'app']

/** Every breach of the law of who may import whom, as sentences. */
export function breaches(files: SourceFile[]): string[] {
  const imports = files.flatMap(importsOf)
  return [
    ...imports.flatMap(breachesOfImport),
    ...files.flatMap(breachesOfReach),
    ...circles(imports),
  ]
}

function breachesOfImport({ from, to }: Import): string[] {
  const said = (why: string) => [`${from} imports ${to}: ${why}`]
  const [, root] = from.split('/')
  if (isPackage(to)) {
    if (root === 'shared' && to !== 'typebox') return said('shared knows only the schema library.')
    const isStore = /\/store\.ts$/.test(from) || from.startsWith('src/server/db/')
    if (to.startsWith('drizzle-orm') && !isStore) return said('only stores and db/ see queries.')
    return []
  }
  const [, otherRoot] = to.split('/')
  if (root === 'shared' && otherRoot !== 'shared') return said('shared imports only shared.')
  if (root !== otherRoot && otherRoot !== 'shared') return said('web and server never meet.')
  if (root !== otherRoot) return []
  if (root === 'server') return breachesInServer(from, to, said)
  if (root === 'web') return breachesInWeb(from, to, said)
  return []
}

function breachesInServer(from: string, to: string, said: (why: string) => string[]): string[] {
  if (serverTop.test(from)) return []
  const room = roomOf(from)
  const otherRoom = roomOf(to)
  if (serverTop.test(to)) return said('nothing sits on the top of the house.')
  const isMachinery = serverMachinery.includes(room) || room === ''
  if (isMachinery && features.includes(otherRoom)) return said('machinery knows no feature.')
  const isDoor = /\/(routes|live)\.ts$/.test(to) && features.includes(otherRoom)
  if (isDoor && room !== otherRoom) return said('a feature’s routes and live are its own.')
  return []
}

function breachesInWeb(from: string, to: string, said: (why: string) => string[]): string[] {
  const layer = webLayers.indexOf(layerOf(from))
  const otherLayer = webLayers.indexOf(layerOf(to))
  // Every layer knows the addresses of the screens.
  if (to === 'src/web/paths.ts') return []
  if (otherLayer > layer) return said(`${layerOf(from)} stands below ${layerOf(to)}.`)
  const isFeature = layerOf(from) === 'features' && layerOf(to) === 'features'
  if (isFeature && roomOf(from) !== roomOf(to)) return said('features don’t meet: a screen joins.')
  return []
}

/** What only one place may touch: the environment, the network, the clock and chance. */
function breachesOfReach({ path, text }: SourceFile): string[] {
  if (!path.startsWith('src/server/')) return []
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const rules: [pattern: RegExp, allowed: RegExp, why: string][] = [
    [/process\.env/, /\/config\.ts$/, 'only config.ts reads the environment.'],
    [/\bfetch\(/, /\/(airtable\/client|team-stats\/[\w-]+)\.ts$/, 'it may not call out.'],
    [
      /new Date\(\)|Date\.now\(|Math\.random\(|randomUUID\(|randomBytes\(|randomInt\(/,
      /^src\/server\/(context|secret-key)\.ts$/,
      'the clock and chance come by the context.',
    ],
  ]
  return rules
    .filter(([pattern, allowed]) => pattern.test(code) && !allowed.test(path))
    .map(([, , why]) => `${path}: ${why}`)
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
  return [...text.matchAll(pattern)].map(([, to = '']) => ({
    from: path,
    to: to.startsWith('.') ? posix.join(posix.dirname(path), to) : to,
  }))
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
  return features.includes(room) ? 'features' : room
}
