import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretKeyOf } from './secret-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tent-city-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const kept = () => join(folder, 'new', 'secret-key')
const keyOf = (secretKey: string | null = null) =>
  secretKeyOf({ secretKey, dataDir: join(folder, 'new') })

describe('the key that seals secrets', () => {
  it('is made once and kept in the data folder, for its owner only', () => {
    const key = keyOf()
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(readFileSync(kept(), 'utf8')).toBe(key)
    expect(statSync(kept()).mode & 0o777).toBe(0o600)
    expect(keyOf()).toBe(key)
  })

  it('is the one that was set, and then none is made', () => {
    expect(keyOf('ab'.repeat(32))).toBe('ab'.repeat(32))
    expect(() => readFileSync(kept())).toThrow('ENOENT')
  })

  it('is there after a start that was killed while it was made', () => {
    keyOf()
    rmSync(kept())
    writeFileSync(`${kept()}.part`, 'ab')
    expect(keyOf()).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is never made anew over one that is damaged', () => {
    keyOf()
    writeFileSync(kept(), 'ab')
    expect(() => keyOf()).toThrow('64 hex digits')
    expect(readFileSync(kept(), 'utf8')).toBe('ab')
  })
})
