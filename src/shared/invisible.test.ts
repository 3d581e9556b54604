import { describe, expect, it } from 'vitest'
import { hasInvisible, withoutInvisible } from './invisible.ts'

describe('a character that nobody sees', () => {
  it.each<[name: string, character: string]>([
    ['a control', '\u0007'],
    ['an end of a line', '\n'],
    ['a separator of lines', '\u2028'],
    ['a separator of paragraphs', '\u2029'],
    ['what turns text around', '\u202e'],
    ['a mark of direction', '\u200e'],
    ['a space without width', '\u200b'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a filler of Hangul initials', '\u115f'],
    ['a filler of Hangul vowels', '\u1160'],
    ['a filler of Hangul', '\u3164'],
    ['a narrow filler of Hangul', '\uffa0'],
    ['a tag', '\u{e0041}'],
  ])('is %s', (_name, character) => {
    expect(hasInvisible(`Ann${character}Lee`)).toBe(true)
    expect(hasInvisible(withoutInvisible(`Ann${character}Lee`))).toBe(false)
  })

  it.each([
    'O’Brien-Núñez Jr.',
    '이수민',
    'نازنین\u200cزهرا',
    '👩\u200d🚀',
    '❤\ufe0f',
    '葛\u{e0100}城',
    'Zoe\u0308',
  ])('is none of those in %j', (text) => {
    expect(hasInvisible(text)).toBe(false)
    expect(withoutInvisible(text)).toBe(text)
  })
})

it('a text without them keeps its words apart, and its letters together', () => {
  expect(withoutInvisible('Ann\u2028Lee\n\nBo')).toBe('Ann Lee Bo')
  expect(withoutInvisible('Chris\u00adtopher \u202eLee')).toBe('Christopher Lee')
})
