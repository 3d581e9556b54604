import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  checkKey,
  choicesKey,
  exclusionsKey,
  forgetSeen,
  hasSomethingToLose,
  markKeyPrefix,
  undoKeyPrefix,
  workKey,
} from './storage.ts'

let kept: Record<string, string>
beforeEach(() => {
  kept = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    removeItem: (key: string) => delete kept[key],
  }
  // As a browser's: its keys are those of what it holds.
  vi.stubGlobal('localStorage', new Proxy(kept, { get: (_, name) => Reflect.get(methods, name) }))
})
afterEach(() => vi.unstubAllGlobals())

it('is named in one place: no other file of the browser knows a key', () => {
  const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^api.storage/.test(name))
    .map((name) => [name, readFileSync(join('src/web', name), 'utf8')] as const)
  const knows = /localStorage|sessionStorage|indexedDB|['"`]tent-city\./
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter(([, text]) => knows.test(text)).map(([name]) => name)).toEqual([])
})

it.each([
  ['a check that was on', checkKey('lena'), true],
  ['a mark that waits', `${markKeyPrefix('lena')}m1`, true],
  ['an exclusion that waits', exclusionsKey('lena'), true],
  ['an undo that waits', `${undoKeyPrefix('lena')}u1`, true],
  ['someone else’s undo', `${undoKeyPrefix('lenas')}u1`, false],
  ['someone else’s mark', `${markKeyPrefix('len')}m1`, false],
  ['someone else’s check', checkKey('lenas'), false],
  ['nothing but choices', choicesKey, false],
])('with %s (%s) one has something to lose: %s', (_, key, expected) => {
  kept[key] = '{}'
  expect(hasSomethingToLose('lena')).toBe(expected)
})

it('keeps marks, undos, exclusions and choices over a sign-out, and nothing of what a check showed', () => {
  const marks = `${markKeyPrefix('lena')}m1`
  const seen = [checkKey('lena'), workKey('lena')]
  const stays = [marks, exclusionsKey('lena'), `${undoKeyPrefix('lena')}u1`, choicesKey]
  for (const key of [...seen, ...stays]) kept[key] = '{}'
  forgetSeen()
  expect(Object.keys(kept).sort()).toEqual(stays.sort())
})
