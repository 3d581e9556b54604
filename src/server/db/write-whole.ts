import { open, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file that only its owner can read, flushed to the disk, completely or not at all. It is
 * first written as `PATH.part`; if something has this name, even a link, that is removed and never
 * written to. `look` gets the new file before it replaces the old one; if it throws, the old stays.
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
