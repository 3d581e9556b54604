import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { makeOwnedFolder } from './owned-folder.ts'

/**
 * The key that encrypts stored secrets: the configured one, else one that is generated once and
 * kept in `dataDir`, readable by its owner only. 64 hex digits.
 */
export function secretKeyOf({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (secretKey !== null) return secretKey
  const path = join(dataDir, 'secret-key')
  if (!existsSync(path)) makeKey(dataDir, path)
  const key = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(key)) throw new Error(`${path} does not hold a key of 64 hex digits.`)
  return key
}

/** Written atomically, even if the process is killed. The caller holds the folder's lock. */
function makeKey(dataDir: string, path: string): void {
  makeOwnedFolder(dataDir)
  const part = `${path}.part`
  rmSync(part, { force: true })
  writeFileSync(part, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  renameSync(part, path)
}
