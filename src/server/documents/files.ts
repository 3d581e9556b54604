import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentKind } from '../../shared/documents/contract.ts'
import type { Context } from '../context.ts'
import { errorCode } from '../db/database.ts'
import { partBytes } from '../db/long-values.ts'
import { writeWhole } from '../db/write-whole.ts'
import { Refusal } from '../http/refusal.ts'
import { findPart } from './store.ts'

/** How many files the cache keeps: more than there are documents in the database. */
const filesAtMost = 8

/** Returns the file name of a document in the cache folder; refused if there is no such document. */
export type FileOf = (kind: DocumentKind, sha256: string) => Promise<string>

/**
 * A cache of documents as files in a folder that is empty at first. Each document is read from the
 * database when it is first requested, and again only if its file is missing or was changed.
 */
export function documentFiles({ db }: Pick<Context, 'db'>, folder: string): FileOf {
  /** The state of each file when it was written, oldest first. */
  const written = new Map<string, Promise<string>>()

  async function make(kind: DocumentKind, sha256: string): Promise<string> {
    const path = join(folder, nameOf(sha256))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(path, async () => partsOf(kind, sha256))
    return stateOf(path)
  }

  async function* partsOf(kind: DocumentKind, sha256: string): AsyncGenerator<Uint8Array> {
    for (let start = 0; ; start += partBytes) {
      const part = await db.read((reader) => findPart(reader, kind, sha256, start))
      if (part === undefined) throw new Refusal('notFound')
      yield part
      if (part.byteLength < partBytes) return
    }
  }

  function begin(kind: DocumentKind, sha256: string): Promise<string> {
    const making = make(kind, sha256)
    written.delete(sha256)
    written.set(sha256, making)
    making.catch(() => {
      if (written.get(sha256) === making) written.delete(sha256)
    })
    return making
  }

  async function forgetOldest(): Promise<void> {
    for (const sha256 of [...written.keys()].slice(0, -filesAtMost)) {
      written.delete(sha256)
      await rm(join(folder, nameOf(sha256)), { force: true })
    }
  }

  return async (kind, sha256) => {
    const name = nameOf(sha256)
    const known = written.get(sha256)
    const isThere = known !== undefined && (await known) === (await stateOf(join(folder, name)))
    if (isThere) return name
    // Only the first of several that wait writes the file.
    if (written.get(sha256) === known) {
      await begin(kind, sha256)
      await forgetOldest()
    } else await written.get(sha256)
    return name
  }
}

function nameOf(sha256: string): string {
  return `${sha256}.pdf`
}

/** Changes with any change of the file; empty: there is no file. */
async function stateOf(path: string): Promise<string> {
  try {
    const { ino, size, ctimeNs } = await stat(path, { bigint: true })
    return `${ino} ${size} ${ctimeNs}`
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}
