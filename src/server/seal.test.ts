import { describe, expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

describe('a sealed text', () => {
  const key = 'a1'.repeat(32)
  it('is read with its key, and with no other, and not when it was changed', () => {
    const sealed = seal('patAbc', key)
    expect(unseal(sealed, key)).toBe('patAbc')
    // As earlier versions sealed.
    const before = Buffer.from(sealed, 'base64url').toString('base64')
    expect(unseal(before, key)).toBe('patAbc')
    expect(unseal(sealed, 'b2'.repeat(32))).toBeNull()
    expect(unseal(`${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`, key)).toBeNull()
    expect(unseal('', key)).toBeNull()
  })
})
