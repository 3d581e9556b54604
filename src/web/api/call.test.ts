import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ApiName } from '../../shared/api.ts'
import { addressOf, call, NetworkError } from './call.ts'

const routes = {
  getTentLink: { method: 'GET', path: '/api/tent-link' },
  login: { method: 'POST', path: '/api/profile/login' },
  importRoster: { method: 'POST', path: '/api/roster/import' },
}

beforeEach(() => {
  vi.stubGlobal('API_ROUTES', routes)
  // A network that fell silent: it ends with the time, and only with it.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort('the time is up'))
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => Promise.reject(signal?.reason))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each<[ApiName, number | undefined, number]>([
  ['getTentLink', undefined, 15_000],
  ['login', undefined, 30_000],
  ['importRoster', undefined, 180_000],
  ['login', 5000, 5000],
])(
  '%s, given %s ms, gives up after %i ms as if there were no network',
  async (name, timeoutMs, ms) => {
    const options = timeoutMs === undefined ? {} : { timeoutMs }
    await expect(call(name as 'logout', undefined, options)).rejects.toBeInstanceOf(NetworkError)
    expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(ms)
  },
)

it.each<[string, Parameters<typeof addressOf>, string]>([
  ['a path', ['/api/season'], '/api/season'],
  ['a number', ['/api/season/versions/:version', { version: 3 }], '/api/season/versions/3'],
  [
    'a text that would be more path',
    ['/api/grace/:id', { id: 'a/../b?' }],
    '/api/grace/a%2F..%2Fb%3F',
  ],
  [
    'a query',
    ['/api/checks', {}, { before: 'a&b', limit: 30 }],
    '/api/checks?before=a%26b&limit=30',
  ],
  ['what is left out', ['/api/checks', {}, { before: undefined }], '/api/checks'],
])('the address of %s', (_, given, address) => expect(addressOf(...given)).toBe(address))
