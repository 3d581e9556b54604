import { expect, it } from 'vitest'
import { community } from '../../shared/community.ts'
import { securityHeaders } from './headers.ts'

it('lets a page run what is ours alone, and be in no frame', () => {
  const headers = securityHeaders(null)
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'object-src': "'none'",
    'frame-src': [...community.profiles, community.playlist]
      .map(({ embedUrl }) => new URL(embedUrl).origin)
      .join(' '),
    'connect-src': policy.get('frame-src')?.replace(/^/, "'self' "),
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
  // So that `default-src` holds for styles, too.
  expect(policy.has('style-src')).toBe(false)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(headers).not.toHaveProperty('strict-transport-security')
})
