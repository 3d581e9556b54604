import { expect, it } from 'vitest'
import { lightsOf } from './light-paths.ts'

it('draws each tent once, where it stands, by how it is marked', () => {
  expect(lightsOf(['make', null, 'miss', 'make'])).toEqual({
    make: 'M0 1l.5-1 .5 1zM3 1l.5-1 .5 1z',
    miss: 'M2 1l.5-1 .5 1z',
    out: 'M1 1l.5-1 .5 1z',
  })
  expect(lightsOf([])).toEqual({ make: '', miss: '', out: '' })
})
