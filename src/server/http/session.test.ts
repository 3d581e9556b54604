import { describe, expect, it } from 'vitest'
import { isForeign } from './session.ts'

const own = 'https://tents.example.edu'

describe('a request', () => {
  it.each([
    // What no browser says, or an older one of a request to its own origin.
    [{}, null, false],
    [{}, own, false],
    [{ origin: own }, own, false],
    [{ origin: 'http://tents.example.edu' }, own, true],
    [{ origin: 'https://tents.example.edu:8443' }, own, true],
    [{ origin: 'https://evil.example.edu' }, own, true],
    [{ origin: 'null' }, own, true],
    [{ origin: '' }, own, true],
    [{ 'sec-fetch-site': 'same-origin' }, own, false],
    [{ 'sec-fetch-site': 'none' }, own, false],
    [{ 'sec-fetch-site': 'same-site' }, own, true],
    [{ 'sec-fetch-site': 'cross-site' }, own, true],
    [{ 'sec-fetch-site': 'same-site', origin: own }, own, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, own, true],
    // Without PUBLIC_URL its own Host decides, a default port said or unsaid.
    [{ origin: 'http://a.test', host: 'a.test' }, null, false],
    [{ origin: 'http://a.test', host: 'a.test:80' }, null, false],
    [{ origin: 'http://a.test:3000', host: 'a.test:3000' }, null, false],
    [{ origin: 'http://a.test:3001', host: 'a.test:3000' }, null, true],
    [{ origin: 'http://a.test', host: 'b.test' }, null, true],
    [{ origin: 'http://a.test' }, null, true],
    [{ origin: 'http://[::1]:3000', host: '[::1]:3000' }, null, false],
    // And the scheme: a proxy in front of it names it, or the browser vouches for it.
    [{ origin: 'https://a.test', host: 'a.test' }, null, true],
    [{ origin: 'https://a.test', host: 'a.test', 'x-forwarded-proto': 'https' }, null, false],
    [{ origin: 'https://a.test', host: 'a.test:443', 'x-forwarded-proto': 'https' }, null, false],
    [{ origin: 'https://a.test', host: 'a.test', 'x-forwarded-proto': 'https, http' }, null, false],
    [{ origin: 'http://a.test', host: 'a.test', 'x-forwarded-proto': 'https' }, null, true],
    [{ origin: 'https://a.test', host: 'a.test', 'sec-fetch-site': 'same-origin' }, null, false],
    [{ origin: 'https://b.test', host: 'a.test', 'sec-fetch-site': 'same-origin' }, null, true],
  ])('with %j to %s is foreign: %s', (headers, publicUrl, expected) => {
    expect(isForeign(headers, publicUrl)).toBe(expected)
  })
})
