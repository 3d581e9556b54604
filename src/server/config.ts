import { isIP } from 'node:net'
import {
  type NetIDProof,
  netIDProof,
  type PasswordSignIn,
  passwordSignIn,
} from '../shared/accounts/contract.ts'
import { type TrustedProxies, trustOf } from './address.ts'
import { type CampusConfig, campusSettings, domain } from './campus-config.ts'
import { errorCode } from './db/database.ts'

/** All environment variables. */
export type Config = {
  port: number
  host: string
  /** The address people use, without a slash at its end; null: the Host header of each request. */
  publicUrl: string | null
  dataDir: string
  databaseUrl: string | null
  /** 64 hex digits that encrypt stored secrets; null: a key is generated and kept in `dataDir`. */
  secretKey: string | null
  airtableApiUrl: string
  sportsApiUrl: string
  /** Real people use it: no demo season, and the first account is made with a set-up link. */
  isForReal: boolean
  rateLimitFactor: number
  /** Proxies whose forwarded-address headers are trusted. */
  trustProxy: TrustedProxies
  logLevel: (typeof logLevels)[number]
  /** Bearer token for `/metrics`; null disables it. */
  metricsToken: string | null
  /** The mail server, as `smtp://user:password@host:port` or `smtps://`; null: nothing is mailed. */
  smtpUrl: string | null
  /** The sender of mail; null: `no-reply` at the host of `publicUrl`. */
  mailFrom: string | null
  /** How long after its end people are told the results of a check. */
  noticeDelayMs: number
  /** How people prove that a netID is theirs. */
  confirmNetIDs: NetIDProof
  /** Links that prove a netID go to it and `@` this domain; null only where nothing is proven so. */
  campusMailDomain: string | null
  /**
   * How long after a sign-in a session may change e-mail and password without the current password.
   */
  freshSignInMs: number
  /** Sign-in through the campus (OpenID Connect); null: off. */
  campus: CampusConfig | null
  /** Who may sign in by password. */
  passwordSignIn: PasswordSignIn
  /** A private https origin that push may reach all the same, for tests; null: none. */
  pushTestOrigin: string | null
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Names every wrong setting, not only the first. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** `isServer` false: the command line, which needs no key. */
export function readConfig(
  env: Record<string, string | undefined>,
  { isServer = true }: { isServer?: boolean } = {},
): Config {
  const problems: string[] = []

  function variable<T>(
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

  const oneOf = <T extends string>(name: string, fallback: NoInfer<T>, values: readonly T[]): T =>
    variable(
      name,
      fallback,
      (text) => values.find((value) => value === text),
      `one of ${values.join(', ')}`,
    )
  const secondsAsMs = (name: string, fallback: number) =>
    1000 * variable(name, fallback, wholeNumber(0, 86_400), 'a number of seconds to 86400')
  const isAbsent = (name: string) => (env[name]?.trim() ?? '') === ''

  const config: Config = {
    port: variable('PORT', 3000, wholeNumber(0, 65_535), 'a port number from 0 to 65535'),
    host: variable('HOST', '127.0.0.1', (text) => text, 'an address to listen on'),
    publicUrl: variable(
      'PUBLIC_URL',
      null,
      origin,
      'an address without a path, like https://tents.example.edu',
    ),
    dataDir: variable('DATA_DIR', 'data', (text) => text, 'a folder'),
    databaseUrl: variable(
      'DATABASE_URL',
      null,
      postgresUrl,
      'an address like postgres://user:password@host/name',
    ),
    secretKey: variable('SECRET_KEY', null, hexKey, '64 hex digits (openssl rand -hex 32)'),
    airtableApiUrl: variable(
      'AIRTABLE_API_URL',
      'https://api.airtable.com',
      origin,
      'an origin without a path',
    ),
    sportsApiUrl: variable(
      'SPORTS_API_URL',
      'https://site.api.espn.com',
      origin,
      'an origin without a path',
    ),
    isForReal: env['NODE_ENV'] === 'production' || !isAbsent('DATABASE_URL'),
    rateLimitFactor: variable('RATE_LIMIT_FACTOR', 1, positive, 'a number above 0'),
    trustProxy: variable<TrustedProxies>(
      'TRUST_PROXY',
      0,
      proxies,
      'how many proxies are in front of the server (1), or their addresses and ranges (10.0.0.5, 10.1.0.0/16); true would believe any address that a visitor claims',
    ),
    logLevel: oneOf('LOG_LEVEL', 'warn', logLevels),
    metricsToken: variable(
      'METRICS_TOKEN',
      null,
      printable,
      '16 or more letters, digits and signs without spaces (openssl rand -hex 16)',
    ),
    smtpUrl: variable(
      'SMTP_URL',
      null,
      mailServer,
      'an address like smtps://user:password@mail.example.edu',
    ),
    mailFrom: variable(
      'MAIL_FROM',
      null,
      mailAddress,
      'an address like tents@example.edu, or Tents <tents@example.edu>',
    ),
    noticeDelayMs: secondsAsMs('NOTICE_DELAY_SECONDS', 600),
    confirmNetIDs: oneOf('CONFIRM_NETIDS', 'off', netIDProof.enum),
    campusMailDomain: variable(
      'CAMPUS_MAIL_DOMAIN',
      null,
      domain,
      'what comes behind the @ of campus addresses, like example.edu',
    ),
    freshSignInMs: secondsAsMs('FRESH_SIGN_IN_SECONDS', 900),
    campus: campusSettings(variable, isAbsent, problems),
    passwordSignIn: oneOf('PASSWORD_SIGN_IN', 'on', passwordSignIn.enum),
    pushTestOrigin: variable(
      'PUSH_TEST_ORIGIN',
      null,
      httpsOrigin,
      'an https origin without a path, like https://127.0.0.1:9090',
    ),
  }
  if (config.pushTestOrigin !== null && config.publicUrl?.startsWith('https:')) {
    problems.push('PUSH_TEST_ORIGIN is for tests: leave it out where PUBLIC_URL is https')
  }
  if (config.smtpUrl !== null && config.publicUrl === null && isAbsent('PUBLIC_URL')) {
    problems.push('PUBLIC_URL must be set with SMTP_URL: links in mails begin with it')
  }
  for (const name of config.confirmNetIDs === 'mail' ? ['CAMPUS_MAIL_DOMAIN', 'SMTP_URL'] : []) {
    if (isAbsent(name)) {
      problems.push(`${name} must be set with CONFIRM_NETIDS=mail: links go to campus addresses`)
    }
  }
  if (config.passwordSignIn === 'superusers' && config.campus === null) {
    problems.push('PASSWORD_SIGN_IN=superusers needs OIDC_ISSUER: else nobody else could sign in')
  }
  if (isServer && config.databaseUrl !== null && isAbsent('SECRET_KEY')) {
    problems.push('SECRET_KEY must be set with DATABASE_URL: 64 hex digits (openssl rand -hex 32)')
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The environment, `.env` included. Nothing else reads it. */
export function environment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
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
  const list = text.split(',').map((entry) => entry.trim())
  // Otherwise 1.5 would be read as the address 1.0.0.5.
  if (list.some((entry) => isIP(entry.split('/')[0] ?? '') === 0)) return undefined
  try {
    trustOf(list)
    return list
  } catch {
    return undefined
  }
}

/** A path would be lost: calls and screens have paths of their own. */
function origin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href, origin: found } = new URL(text)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && href === `${found}/` ? found : undefined
}

function httpsOrigin(text: string): string | undefined {
  const found = origin(text)
  return found?.startsWith('https:') ? found : undefined
}

function mailServer(text: string): string | undefined {
  return /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) ? text : undefined
}

function mailAddress(text: string): string | undefined {
  return /^([^<>@\p{Cc}]* <)?[^\s<>@"]+@[^\s<>@"]+>?$/u.test(text) &&
    /</.test(text) === />$/.test(text)
    ? text
    : undefined
}

function postgresUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined
}
