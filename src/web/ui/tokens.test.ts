import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Drawings have shades of their own, which nothing else has: those of the night and of history. */
const drawings = /^(history\/scenes|layout\/banner|icon\.svg|tent-check\/|ui\/tent-order)/

it('is the one place where colours stand, but for drawings', () => {
  const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx|svg)$/.test(name) && !drawings.test(name))
    .filter((name) => name !== 'ui/tokens.css' && !name.includes('.test.'))
    .map((name) => [name, readFileSync(join('src/web', name), 'utf8')] as const)
  expect(files.length).toBeGreaterThan(200)
  const colour = /[:\s"(]#[0-9a-f]{3,8}\b(?=[";,)\s])/i
  expect(files.filter(([, text]) => colour.test(text)).map(([name]) => name)).toEqual([])
})
