import { crc32 } from 'node:zlib'

/** A picture as PNG, and how long it is shown, in milliseconds. */
export type Frame = { png: Buffer; ms: number }

type Chunk = { type: string; data: Buffer }

/** PNGs of one size as one that moves, over and over (APNG). */
export function movingPicture(frames: readonly Frame[]): Buffer {
  const first = frames[0]
  if (first === undefined) throw new Error('There is no picture')
  const header = chunksOf(first.png)[0]?.data ?? Buffer.alloc(0)
  const chunks: Chunk[] = [
    { type: 'IHDR', data: header },
    { type: 'acTL', data: numbers(frames.length, 0) },
  ]
  let sequence = 0
  for (const [place, { png, ms }] of frames.entries()) {
    const delay = Buffer.alloc(6)
    delay.writeUInt16BE(ms, 0)
    delay.writeUInt16BE(1000, 2)
    const where = numbers(header.readUInt32BE(0), header.readUInt32BE(4), 0, 0)
    chunks.push({ type: 'fcTL', data: Buffer.concat([numbers(sequence), where, delay]) })
    sequence += 1
    for (const { type, data } of chunksOf(png)) {
      if (type !== 'IDAT') continue
      if (place === 0) chunks.push({ type, data })
      else {
        chunks.push({ type: 'fdAT', data: Buffer.concat([numbers(sequence), data]) })
        sequence += 1
      }
    }
  }
  chunks.push({ type: 'IEND', data: Buffer.alloc(0) })
  return Buffer.concat([first.png.subarray(0, 8), ...chunks.map(written)])
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))])
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, 4 * place)
  return bytes
}
