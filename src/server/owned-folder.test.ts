import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from './db/data-dir-lock.ts'
import { makeOwnedFolder } from './owned-folder.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'tent-city-folder-')), 'data')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const mode = () => statSync(folder).mode & 0o7777

describe('a folder of ours', () => {
  it('is made for its owner alone', () => {
    makeOwnedFolder(folder)
    expect(mode()).toBe(0o700)
  })

  it('that was there before, open to others, is its owner’s alone from now on', async () => {
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    const release = await lockDataDir(folder)
    expect(mode()).toBe(0o700)
    release()
  })

  it('keeps what its owner may not do in it', () => {
    mkdirSync(folder)
    chmodSync(folder, 0o570)
    makeOwnedFolder(folder)
    expect(mode()).toBe(0o500)
  })

  it('is left to all where it is shared as /tmp is', () => {
    mkdirSync(folder)
    chmodSync(folder, 0o1777)
    makeOwnedFolder(folder)
    expect(mode()).toBe(0o1777)
  })

  // Not even root may change the mode of what the kernel shows of a process.
  it.skipIf(process.platform !== 'linux')(
    'is used as it is where its mode cannot be changed',
    () => {
      expect(() => makeOwnedFolder('/proc/self')).not.toThrow()
    },
  )
})
