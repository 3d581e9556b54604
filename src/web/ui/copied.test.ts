import { afterEach, expect, it, vi } from 'vitest'
import { copied } from './copied.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a page without https, which has no clipboard', {}, false],
  [
    'a browser that refuses',
    { clipboard: { writeText: () => Promise.reject(new Error('No')) } },
    false,
  ],
  ['a clipboard', { clipboard: { writeText: async () => {} } }, true],
])('%s', async (_, navigator, expected) => {
  vi.stubGlobal('navigator', navigator)
  expect(await copied('Grace until 3:16 AM')).toBe(expected)
})
