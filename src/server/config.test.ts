import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const campus = {
  PUBLIC_URL: 'https://tents.example.edu',
  OIDC_ISSUER: 'https://sso.example.edu/tenant',
  OIDC_CLIENT_ID: 'tents',
  OIDC_CLIENT_SECRET: 's3cret',
  OIDC_NETID_CLAIM: 'netid',
}

describe('the settings', () => {
  it('have defaults that start on a fresh machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: 'data',
      databaseUrl: null,
      isForReal: false,
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
    [{ NODE_ENV: 'production' }, { isForReal: true }],
    [
      { DATABASE_URL: 'postgres://localhost/tents', SECRET_KEY: 'ab'.repeat(32) },
      { isForReal: true },
    ],
    [{ RATE_LIMIT_FACTOR: '0.5' }, { rateLimitFactor: 0.5 }],
    [{ TRUST_PROXY: '0' }, { trustProxy: 0 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.5' }, { trustProxy: ['10.0.0.5'] }],
    [
      { TRUST_PROXY: '10.0.0.5, 10.1.0.0/16,fd00::/8' },
      { trustProxy: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'] },
    ],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ SECRET_KEY: 'AB'.repeat(32) }, { secretKey: 'ab'.repeat(32) }],
    [{ METRICS_TOKEN: 'sixteen-letters!' }, { metricsToken: 'sixteen-letters!' }],
    [{ PASSWORD_SIGN_IN: 'superusers', ...campus }, { passwordSignIn: 'superusers' }],
    [{ SPORTS_API_URL: 'http://127.0.0.1:9' }, { sportsApiUrl: 'http://127.0.0.1:9' }],
    [
      { SMTP_URL: 'smtp://mail.example.edu', PUBLIC_URL: 'https://tents.example.edu' },
      { smtpUrl: 'smtp://mail.example.edu', mailFrom: null, noticeDelayMs: 600_000 },
    ],
    [{ MAIL_FROM: 'Tents <t@example.edu>' }, { mailFrom: 'Tents <t@example.edu>' }],
    [{ NOTICE_DELAY_SECONDS: '0' }, { noticeDelayMs: 0 }],
    [{ PUSH_TEST_ORIGIN: 'https://127.0.0.1:9/' }, { pushTestOrigin: 'https://127.0.0.1:9' }],
    [{ CONFIRM_NETIDS: 'approval' }, { confirmNetIDs: 'approval' }],
    [
      {
        CONFIRM_NETIDS: 'mail',
        CAMPUS_MAIL_DOMAIN: 'Example.edu',
        SMTP_URL: 'smtp://127.0.0.1:25',
        PUBLIC_URL: 'http://tents.example.edu',
      },
      { confirmNetIDs: 'mail', campusMailDomain: 'example.edu' },
    ],
  ])('take %j', (env, config) => {
    expect(readConfig(env)).toMatchObject(config)
  })

  it.each([
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '3000.5' }, 'PORT'],
    [{ PUBLIC_URL: 'tents.example.edu' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://tents.example.edu' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.edu/tents' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://tents.example.edu/?a' }, 'PUBLIC_URL'],
    [{ SPORTS_API_URL: 'http://127.0.0.1:9/x' }, 'SPORTS_API_URL'],
    [{ AIRTABLE_API_URL: 'http://127.0.0.1:9/v0' }, 'AIRTABLE_API_URL'],
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
    [{ SMTP_URL: 'mail.example.edu', PUBLIC_URL: 'https://tents.example.edu' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.edu' }, 'PUBLIC_URL'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Tents <t@example.edu' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.edu\nBcc: c@d.edu' }, 'MAIL_FROM'],
    [{ PUSH_TEST_ORIGIN: 'http://127.0.0.1:9' }, 'PUSH_TEST_ORIGIN'],
    [{ PUSH_TEST_ORIGIN: 'https://127.0.0.1:9/push' }, 'PUSH_TEST_ORIGIN'],
    [{ PUSH_TEST_ORIGIN: 'https://127.0.0.1:9?push' }, 'PUSH_TEST_ORIGIN'],
    [{ PUSH_TEST_ORIGIN: 'https://me:secret@127.0.0.1:9' }, 'PUSH_TEST_ORIGIN'],
    [
      { PUSH_TEST_ORIGIN: 'https://127.0.0.1:9', PUBLIC_URL: 'https://tents.example.edu' },
      'PUSH_TEST_ORIGIN',
    ],
    [{ NOTICE_DELAY_SECONDS: '-1' }, 'NOTICE_DELAY_SECONDS'],
    [{ CONFIRM_NETIDS: 'yes' }, 'CONFIRM_NETIDS'],
    [{ CONFIRM_NETIDS: 'mail' }, 'CAMPUS_MAIL_DOMAIN must be set'],
    [{ CONFIRM_NETIDS: 'mail', CAMPUS_MAIL_DOMAIN: 'example.edu' }, 'SMTP_URL must be set'],
    [{ CAMPUS_MAIL_DOMAIN: '@example.edu' }, 'CAMPUS_MAIL_DOMAIN'],
    [{ ...campus, OIDC_ISSUER: 'http://sso.example.edu' }, 'OIDC_ISSUER'],
    [{ ...campus, OIDC_ISSUER: 'http://127.0.0.1.example.edu' }, 'OIDC_ISSUER'],
    [{ ...campus, OIDC_ISSUER: 'https://sso.example.edu?tenant=1' }, 'OIDC_ISSUER'],
    [{ ...campus, OIDC_ISSUER: 'sso.example.edu' }, 'OIDC_ISSUER'],
    [{ ...campus, OIDC_ISSUER: '' }, 'OIDC_ISSUER'],
    [{ ...campus, PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ ...campus, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
    [{ ...campus, OIDC_CLIENT_SECRET: ' ' }, 'OIDC_CLIENT_SECRET'],
    [{ ...campus, OIDC_NETID_CLAIM: '' }, 'OIDC_NETID_CLAIM'],
    [{ ...campus, OIDC_SCOPE_DOMAIN: '@example.edu' }, 'OIDC_SCOPE_DOMAIN'],
    [{ ...campus, PASSWORD_SIGN_IN: 'off' }, 'PASSWORD_SIGN_IN'],
    [{ PASSWORD_SIGN_IN: 'superusers' }, 'OIDC_ISSUER'],
  ])('refuse %j and name the setting', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })

  it('have no sign-in through the campus unless they name its provider', () => {
    expect(readConfig({})).toMatchObject({ campus: null, passwordSignIn: 'on' })
    expect(readConfig(campus).campus).toEqual({
      issuer: 'https://sso.example.edu/tenant',
      clientId: 'tents',
      clientSecret: 's3cret',
      netIDClaim: 'netid',
      scopeDomain: null,
      label: 'Sign in with your campus account',
    })
    const more = { OIDC_SCOPE_DOMAIN: 'Example.edu', OIDC_LABEL: 'Duke NetID' }
    expect(readConfig({ ...campus, ...more }).campus).toMatchObject({
      scopeDomain: 'example.edu',
      label: 'Duke NetID',
    })
  })

  it.each(['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9'])(
    'take %s for a provider: nobody listens in between',
    (issuer) => {
      expect(readConfig({ ...campus, OIDC_ISSUER: issuer }).campus).toMatchObject({ issuer })
    },
  )

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
