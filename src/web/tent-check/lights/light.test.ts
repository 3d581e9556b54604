import { expect, it } from 'vitest'
import { lightOf, pathOf } from './light.ts'

it('draws each tent once, where it stands, by how it is marked', () => {
  expect(pathOf('m.xm', lightOf.make)).toBe('M0.07 1l.43-1 .43 1zM3.07 1l.43-1 .43 1z')
  expect(pathOf('m.xm', lightOf.miss)).toBe('M2.07 1l.43-1 .43 1z')
  expect(pathOf('m.xm', lightOf.none)).toBe('M1.07 1l.43-1 .43 1z')
})
