import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip, createGzip, type Gzip } from 'node:zlib'

/** Bytes that zlib handles at once, in another thread. */
const chunkSize = 262_144

/** A file to send. It has no name any more, so it is gone once it is closed. */
export type SentFile = { bytes: number; stream: Readable }

/** Compresses a stream; an error of the source ends the result, too. */
export function compressed(source: Readable): Gzip {
  return pipeline(source, createGzip({ chunkSize }), () => {})
}

/** The lines of a backup. Throws if the file is not gzipped. */
export async function* backupLines(path: string): AsyncGenerator<string> {
  const text = pipeline(createReadStream(path), createGunzip({ chunkSize }), () => {})
  text.setEncoding('utf8')
  /** The pieces of the current line; the line of a document is long. */
  let begun: string[] = []
  for await (const piece of text as AsyncIterable<string>) {
    const [first = '', ...more] = piece.split('\n')
    begun.push(first)
    for (const next of more) {
      yield begun.join('')
      begun = [next]
    }
  }
  const last = begun.join('')
  if (last !== '') yield last
}

/**
 * Makes a file in this folder and opens it for sending; only its owner could open it. What fails
 * leaves no file.
 */
export async function fileToSend(
  folder: string,
  name: string,
  make: (path: string) => Promise<void>,
): Promise<SentFile> {
  const path = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let file: FileHandle | undefined
  try {
    await make(path)
    file = await open(path)
    await rm(path)
    const { size } = await file.stat()
    return { bytes: size, stream: file.createReadStream() }
  } catch (error) {
    // A backup holds the hashes of passwords: none stays behind, open or with its name.
    await file?.close()
    await rm(path, { force: true })
    throw error
  }
}
