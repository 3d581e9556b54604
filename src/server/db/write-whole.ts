import { open, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file that only its owner can read, onto the disk, whole or not at all. What lies at
 * `PATH.part`, be it a link, is removed and never written to. `look` sees the part before it takes
 * its place, and leaves what was there by throwing.
 */
export async function writeWhole(
  path: string,
  make: () => Promise<Uint8Array | AsyncIterable<Uint8Array>>,
  look?: (part: string) => Promise<void>,
): Promise<void> {
  const part = `${path}.part`
  await rm(part, { force: true })
  const file = await open(part, 'wx', 0o600)
  try {
    try {
      await writeFile(file, await make())
      await file.sync()
    } finally {
      await file.close()
    }
    await look?.(part)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
