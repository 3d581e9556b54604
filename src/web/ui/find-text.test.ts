import { expect, it } from 'vitest'
import { isSwift, manyAccents } from '../../../tests/support/many-accents.ts'
import { holds, matchIn } from './find-text.ts'

it('a query wants every word of a text, in any order', () => {
  expect(holds('Renée Weiß', 'wei ren')).toBe(true)
  expect(holds('Renée Weiß', 'wei bo')).toBe(false)
})

it('apostrophes and hyphens make no difference', () => {
  for (const query of ['obrien', 'O’Brien', "o'brien"])
    expect(holds('Pat O’Brien', query)).toBe(true)
  expect(holds('Lucía Smith-Jones', 'smithjones')).toBe(true)
})

it.each([
  ['Minh Đặng', 'dang'],
  ['Łukasz Søndergaard', 'lukasz sondergaard'],
  ['Renée Weiß', 'weiss'],
  ['Işıl Ægir', 'isil aegir'],
])('"%s" is found by a keyboard without its letters', (text, query) => {
  expect(holds(text, query)).toBe(true)
})

it.each([
  ['Minh Đặng', ['dang'], 'Đặng'],
  ['Pat O’Brien', ['obri'], 'O’Bri'],
  ['Álvaro Núñez', ['nun'], 'Núñ'],
  ['The 47 Ronin', ['ron', '47'], '47'],
  ['Night Owls', ['z'], null],
  ['', ['a'], null],
  ['𝔄nn', ['nn'], 'nn'],
])('of "%s" the words %j match %j', (text, words, part) => {
  const found = matchIn(text, words)
  expect(found && text.slice(...found)).toBe(part)
})

it('a text of 100,000 accents takes no time', () => {
  expect(isSwift(() => holds(manyAccents, 'a'))).toBe(true)
  expect(holds(manyAccents, 'a')).toBe(true)
})
