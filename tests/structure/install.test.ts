import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { neededNode } from '../../scripts/install.js'

it.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.11.1', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('Node %s: %s', (version, willDo) => {
  const words = `Tent City needs Node 20.19, 22.12, or 24 and later; this is ${version}.`
  expect(neededNode(version)).toBe(willDo ? null : words)
})

it('asks for the Node that package.json names', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(engines.node).toBe('^20.19 || ^22.12 || >=24')
})
