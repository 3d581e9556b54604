import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the settings', () => {
  it('have defaults that start on a fresh machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: 'data',
      databaseUrl: null,
      production: false,
      rateLimitFactor: 1,
      trustProxy: 0,
    })
  })

  it('that are empty count as not set', () => {
    expect(readConfig({ PORT: ' ', PUBLIC_URL: '' })).toEqual(readConfig({}))
  })

  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ PUBLIC_URL: 'https://tents.example.edu/' }, { publicUrl: 'https://tents.example.edu' }],
    [{ DATA_DIR: '/srv/tents' }, { dataDir: '/srv/tents' }],
    [{ NODE_ENV: 'production' }, { production: true }],
    [{ RATE_LIMIT_FACTOR: '0.5' }, { rateLimitFactor: 0.5 }],
    [{ TRUST_PROXY: '0' }, { trustProxy: 0 }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: 0 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.5' }, { trustProxy: ['10.0.0.5'] }],
    [
      { TRUST_PROXY: '10.0.0.5, 10.1.0.0/16,fd00::/8' },
      { trustProxy: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'] },
    ],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ SECRET_KEY: 'AB'.repeat(32) }, { secretKey: 'ab'.repeat(32) }],
    [{ METRICS_TOKEN: 'sixteen-letters!' }, { metricsToken: 'sixteen-letters!' }],
    [{ SPORTS_API_URL: 'http://127.0.0.1:9/x' }, { sportsApiUrl: 'http://127.0.0.1:9' }],
  ])('take %j', (env, config) => {
    expect(readConfig(env)).toMatchObject(config)
  })

  it.each([
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '3000.5' }, 'PORT'],
    [{ PUBLIC_URL: 'tents.example.edu' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://tents.example.edu' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://localhost/tents' }, 'DATABASE_URL'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR'],
    [{ RATE_LIMIT_FACTOR: 'many' }, 'RATE_LIMIT_FACTOR'],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '1.5' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.5,' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '::/0' }, 'TRUST_PROXY'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ SECRET_KEY: 'ab' }, 'SECRET_KEY'],
    [{ DATABASE_URL: 'postgres://localhost/tents' }, 'SECRET_KEY'],
    [{ METRICS_TOKEN: 'fifteen-letters' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN: 'sixteen letters, and spaces' }, 'METRICS_TOKEN'],
    [{ AIRTABLE_API_URL: 'airtable' }, 'AIRTABLE_API_URL'],
  ])('refuse %j and name the setting', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })

  it('do not take true for TRUST_PROXY, and say why', () => {
    expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow(
      'true would believe any address that a visitor claims',
    )
  })

  it('of the command line need no key: it seals nothing', () => {
    const env = { DATABASE_URL: 'postgres://localhost/tents' }
    expect(readConfig(env, { isServer: false }).secretKey).toBeNull()
  })

  it('are refused with a list of everything that is wrong', () => {
    const wrong = { PORT: 'x', TRUST_PROXY: 'x', LOG_LEVEL: 'x' }
    try {
      readConfig(wrong)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      expect((error as ConfigError).problems).toHaveLength(3)
    }
  })
})
