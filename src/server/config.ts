import { isIP } from 'node:net'
import { type TrustedProxies, trustOf } from './address.ts'

/** Everything that may be set from outside. Read once, by `readConfig`. */
export type Config = {
  port: number
  host: string
  /** The address people use, without a slash at its end; null: each request's own Host. */
  publicUrl: string | null
  dataDir: string
  databaseUrl: string | null
  /** 64 hex digits: what seals secrets at rest; null: one is made and kept in `dataDir`. */
  secretKey: string | null
  airtableApiUrl: string
  sportsApiUrl: string
  /** Nothing is invented: no demo season, no account, a set-up link instead. */
  production: boolean
  rateLimitFactor: number
  /** Whose word on where a request comes from counts; 0: nobody's. */
  trustProxy: TrustedProxies
  logLevel: (typeof logLevels)[number]
  /** What whoever reads `/metrics` sends as bearer; null: there is no such page. */
  metricsToken: string | null
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Refused with every setting that is wrong, not only the first. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** `isServer` false: the command line, which seals nothing and needs no key for it. */
export function readConfig(
  env: Record<string, string | undefined>,
  { isServer = true }: { isServer?: boolean } = {},
): Config {
  const problems: string[] = []

  function setting<T>(
    name: string,
    fallback: T,
    parse: (text: string) => T | undefined,
    expected: string,
  ): T {
    const text = env[name]?.trim()
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value === undefined) {
      problems.push(`${name} must be ${expected}`)
      return fallback
    }
    return value
  }

  const config: Config = {
    port: setting('PORT', 3000, wholeNumber(0, 65_535), 'a port number from 0 to 65535'),
    host: setting('HOST', '127.0.0.1', (text) => text, 'an address to listen on'),
    publicUrl: setting('PUBLIC_URL', null, origin, 'an address like https://tents.example.edu'),
    dataDir: setting('DATA_DIR', 'data', (text) => text, 'a folder'),
    databaseUrl: setting(
      'DATABASE_URL',
      null,
      postgresUrl,
      'an address like postgres://user:password@host/name',
    ),
    secretKey: setting('SECRET_KEY', null, hexKey, '64 hex digits (openssl rand -hex 32)'),
    airtableApiUrl: setting('AIRTABLE_API_URL', 'https://api.airtable.com', origin, 'an origin'),
    sportsApiUrl: setting('SPORTS_API_URL', 'https://site.api.espn.com', origin, 'an origin'),
    production: env['NODE_ENV'] === 'production',
    rateLimitFactor: setting('RATE_LIMIT_FACTOR', 1, positive, 'a number above 0'),
    trustProxy: setting<TrustedProxies>(
      'TRUST_PROXY',
      0,
      proxies,
      'how many proxies are in front of the server (1), or their addresses and ranges (10.0.0.5, 10.1.0.0/16); true would believe any address that a visitor claims',
    ),
    logLevel: setting<Config['logLevel']>(
      'LOG_LEVEL',
      'warn',
      (text) => logLevels.find((level) => level === text),
      `one of ${logLevels.join(', ')}`,
    ),
    metricsToken: setting(
      'METRICS_TOKEN',
      null,
      printable,
      '16 or more letters, digits and signs without spaces (openssl rand -hex 16)',
    ),
  }
  const lacksKey = isServer && config.databaseUrl !== null && config.secretKey === null
  if (lacksKey && !problems.some((problem) => problem.startsWith('SECRET_KEY '))) {
    problems.push('SECRET_KEY must be set with DATABASE_URL: 64 hex digits (openssl rand -hex 32)')
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** What the process was started with, `.env` included. The one place that reads it. */
export function environment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return process.env
}

function hexKey(text: string): string | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined
}

function printable(text: string): string | undefined {
  return /^[\x21-\x7e]{16,}$/.test(text) ? text : undefined
}

function wholeNumber(least: number, most: number) {
  return (text: string) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined
  }
}

function positive(text: string): number | undefined {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : undefined
}

function proxies(text: string): TrustedProxies | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  // What it was called when it was yes or no.
  if (text === 'false') return 0
  const list = text.split(',').map((entry) => entry.trim())
  // Else 1.5 would be read as 1.0.0.5.
  if (list.some((entry) => isIP(entry.split('/')[0] ?? '') === 0)) return undefined
  try {
    trustOf(list)
    return list
  } catch {
    return undefined
  }
}

function origin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : undefined
}

function postgresUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined
}
