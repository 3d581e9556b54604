import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileToSend } from './backup-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tent-city-backup-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a file to send', () => {
  it('has its bytes, and no name any more', async () => {
    const { bytes, stream } = await fileToSend(folder, 'a', (path) => writeFile(path, 'all of it'))
    expect(readdirSync(folder)).toEqual([])
    expect([bytes, Buffer.concat(await stream.toArray()).toString()]).toEqual([9, 'all of it'])
  })

  it.each<[string, (path: string) => Promise<void>]>([
    [
      'it is half made',
      async (path) => {
        await writeFile(path, 'half')
        throw new Error('the disk is full')
      },
    ],
    ['it cannot be opened', (path) => symlink(path, path)],
  ])('leaves nothing where %s', async (_, make) => {
    await expect(fileToSend(folder, 'a', make)).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
  })
})
