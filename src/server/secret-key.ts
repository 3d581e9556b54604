import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key that seals secrets at rest: the one that was set; else one made once and kept in
 * `dataDir`, readable by its owner only. 64 hex digits.
 */
export function secretKeyOf({
  secretKey,
  dataDir,
}: {
  secretKey: string | null
  dataDir: string
}): string {
  if (secretKey !== null) return secretKey
  const path = join(dataDir, 'secret-key')
  if (!existsSync(path)) makeKey(dataDir, path)
  const kept = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(kept)) throw new Error(`${path} does not hold a key of 64 hex digits.`)
  return kept
}

/** Whole or not at all, whenever the process is killed. The caller holds the lock of the folder. */
function makeKey(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  rmSync(part, { force: true })
  writeFileSync(part, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  renameSync(part, path)
}
