import { expect, it } from 'vitest'
import { screenAt } from './screen-at.ts'

it.each([
  ['/', 'home'],
  ['/faq', 'faq'],
  ['/FAQ', 'faq'],
  ['/faq/', 'faq'],
  ['/faq//', 'faq'],
  ['/checks/', 'checks'],
  ['/checks/c1', 'check'],
  ['/checks/a/b', undefined],
  ['/faq/more', undefined],
  ['/faqs', undefined],
  ['/nowhere', undefined],
])('at %s is the screen %s', (path, name) => {
  expect(screenAt(path)?.name).toBe(name)
})

it.each([
  ['/checks/c1/', 'c1'],
  ['/checks/a.b', 'a.b'],
  ['/checks/a%20b', 'a b'],
  ['/checks/a%2Fb', 'a/b'],
  ['/checks/a%2520b', 'a%20b'],
  ['/checks/100%', '100%'],
  ['/faq', ''],
])('%s names the id %o', (path, id) => {
  expect(screenAt(path)?.id).toBe(id)
})
