import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

/** Within the project, where packages' types are found. */
const folder = mkdtempSync('node_modules/.types-law-')
afterAll(() => rmSync(folder, { recursive: true }))

const words = ['document', 'process', 'Buffer', 'performance', 'setTimeout', 'URL'] as const

/** Which of these words a file of this root does not know. */
function unknownIn(root: string): string[] {
  const file = join(folder, `${root}.ts`)
  writeFileSync(file, words.map((word) => `export const _${word} = typeof ${word}\n`).join(''))
  const config = join(folder, `${root}.json`)
  const extended = { extends: `../../src/${root}/tsconfig.json`, include: [`${root}.ts`] }
  writeFileSync(config, JSON.stringify(extended))
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', config], { encoding: 'utf8' })
  return [...stdout.matchAll(/Cannot find name '(\w+)'/g)].map(([, word = '']) => word)
}

it.each([
  ['shared', [...words]],
  ['server', ['document']],
  ['web', ['process', 'Buffer']],
])('a file of %s does not know %j', (root, unknown) => {
  expect(unknownIn(root)).toEqual(unknown)
})
