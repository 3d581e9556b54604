import { expect, it } from 'vitest'
import { screenAt } from './screen-at.ts'

it.each([
  ['/', 'home'],
  ['/faq', 'faq'],
  ['/FAQ', 'faq'],
  ['/faq/', 'faq'],
  ['/checks/', 'checks'],
  ['/checks/c1', 'check'],
  ['/checks/c1/', 'check'],
  ['/checks/a%20b', 'check'],
  ['/checks/a%2Fb', 'check'],
  ['/checks/a.b', 'check'],
  ['/checks/a/b', undefined],
  ['/faq/more', undefined],
  ['/faqs', undefined],
  ['/nowhere', undefined],
])('at %s is the screen %s', (path, name) => {
  expect(screenAt(path)?.name).toBe(name)
})
