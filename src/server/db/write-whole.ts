import { open, rename, rm } from 'node:fs/promises'

/** Writes a file for its owner's eyes, onto the disk, whole or not at all. */
export async function writeWhole(path: string, make: () => Promise<Uint8Array>): Promise<void> {
  const part = `${path}.part`
  try {
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(await make())
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
