import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { campusProblems } from '../../src/shared/campus/problems.ts'

const sources = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => [join('src', name), readFileSync(join('src', name), 'utf8')]),
)
const all = [...sources.values()].join('\n')
/** Said by the problem that a sign-in through the campus had. */
const saidByCode: readonly string[] = campusProblems

const files = [...sources].filter(([path]) => /([/-]messages|\/texts)\.ts$/.test(path))

it.each(files)('every text of %s is said', (_, source) => {
  const [, name] = /export const (\w+) = \{/.exec(source) ?? []
  const keys = [...source.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key)
  expect(keys).not.toEqual([])
  const isSaid = (key: string) =>
    saidByCode.includes(key) || new RegExp(`\\b${name}\\.${key}\\b`).test(all)
  expect(keys.filter((key) => !isSaid(key))).toEqual([])
})
