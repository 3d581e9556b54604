import { expect, it } from 'vitest'
import { lightsOf } from './light-paths.ts'

it('draws each tent once, where it stands, by how it is marked', () => {
  expect(lightsOf(['make', null, 'miss', 'make'])).toEqual({
    make: 'M0.07 1l.43-1 .43 1zM3.07 1l.43-1 .43 1z',
    miss: 'M2.07 1l.43-1 .43 1z',
    out: 'M1.07 1l.43-1 .43 1z',
  })
  expect(lightsOf([])).toEqual({ make: '', miss: '', out: '' })
})
