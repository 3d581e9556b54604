import { expect, it } from 'vitest'
import type { NetIDProof } from './contract.ts'
import { isUnproven } from './proof.ts'

const someone = { isConfirmed: false, isLineMonitor: false, isSuperUser: false }

it.each<[NetIDProof, Partial<typeof someone>, boolean]>([
  ['off', {}, false],
  ['mail', {}, true],
  ['approval', {}, true],
  ['mail', { isConfirmed: true }, false],
  ['approval', { isConfirmed: true }, false],
  ['approval', { isLineMonitor: true }, false],
  ['mail', { isSuperUser: true }, false],
])('with %s, %o: %s', (proof, more, unproven) => {
  expect(isUnproven(proof, { ...someone, ...more })).toBe(unproven)
})
