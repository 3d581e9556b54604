import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const imported = /import (\w+) from '(\.[^']+\.module\.css)'/g

/** The classes of a style sheet that a script names, but for those that it puts together. */
function classesIn(script: string, name: string): string[] {
  return [...script.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g'))].map(
    ([, found = '']) => found,
  )
}

it('every class that a script names is in the style sheet that it names', () => {
  const scripts = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => join('src/web', file))
  const named = scripts.flatMap((file) => {
    const script = readFileSync(file, 'utf8')
    return [...script.matchAll(imported)].flatMap(([, name = '', path = '']) => {
      const sheet = readFileSync(join(dirname(file), path), 'utf8')
      return classesIn(script, name).map((found) => ({ file, found, sheet }))
    })
  })
  expect(named.length).toBeGreaterThan(500)
  const missing = named.filter(
    ({ found, sheet }) => !new RegExp(`\\.${found}(?![\\w-])`).test(sheet),
  )
  expect(missing.map(({ file, found }) => `${file}: ${found}`)).toEqual([])
})
