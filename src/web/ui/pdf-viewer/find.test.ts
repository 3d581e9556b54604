import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { findInDocument, findInPage, matchesIn } from './find.ts'
import type { PDFDocumentProxy } from './pdf.ts'

it.each([
  ['Tent City', 'tent', [[0, 4]]],
  [
    'Núñez, nunez',
    'nunez',
    [
      [0, 5],
      [7, 12],
    ],
  ],
  [
    'aaaa',
    'aa',
    [
      [0, 2],
      [2, 4],
    ],
  ],
  ['Weiß', 'ß', [[3, 4]]],
  ['anything', '', []],
  ['anything', 'else', []],
])('in "%s", "%s" stands at %j', (text, query, matches) => {
  expect(matchesIn(text, query)).toEqual(matches)
})

it('a part of a text is always found, unless it is nothing but accents', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, part, after) => {
      const found = matchesIn(`${before}${part}${after}`, part)
      const isMarkOnly = part.normalize('NFD').replace(/\p{M}/gu, '') === ''
      expect(found.length > 0 || isMarkOnly).toBe(true)
    }),
  )
})

it.each([
  ['monitors call roll', 'monitors', 'roll'],
  ['well-known', 'well-', 'known'],
  ['1:00–7:00', '1:00–', '7:00'],
  ['roll', 'roll', 'roll'],
])('over lines, "%s" is found from "%s" to "%s"', async (query, first, last) => {
  const items = [
    { str: 'Line ', hasEOL: false },
    // As pdf.js gives an end that comes after its line.
    { str: 'monitors', hasEOL: false },
    { str: '', hasEOL: true },
    { str: 'call ', hasEOL: true },
    { str: 'roll', hasEOL: true },
    { str: 'at well-', hasEOL: true },
    { str: 'known hours, 1:00–', hasEOL: true },
    { str: '7:00 AM', hasEOL: false },
  ]
  const page = { getTextContent: async () => ({ items }) }
  const pdf = { numPages: 1, getPage: async () => page } as unknown as PDFDocumentProxy
  expect(await findInDocument(pdf, query, () => false)).toEqual([{ page: 1, place: 0 }])

  const layer = document.createElement('div')
  const divs = items.map(({ str, hasEOL }) => {
    const div = document.createElement('span')
    div.textContent = str
    if (str !== '') layer.append(div)
    if (hasEOL) layer.append(document.createElement('br'))
    return div
  })
  const highlights = new Map<string, Set<Range>>()
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal('Highlight', Set)
  findInPage(divs, query, null)
  const [range] = highlights.get('pdf-found') ?? []
  expect(range?.startContainer.textContent?.slice(range.startOffset)).toBe(first)
  expect(range?.endContainer.textContent?.slice(0, range.endOffset)).toBe(last)
})
