import { deflateSync } from 'node:zlib'

/** PDFs that programs write in other ways than `makePdf` does, and such as nobody should. */

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'

/** One page, its objects and its cross-reference in compressed streams, as most programs write it. */
export function pdfOfStreams(): Buffer {
  return ofStreams(deflateSync(packedObjects('')), '/FlateDecode')
}

/** As small as a letter, until what holds its page is unpacked: 1 GB of blanks. */
export function bombPdf(): Buffer {
  // A run of 128 blanks takes two bytes.
  const runs = Buffer.alloc((1_000_000_000 / 128) * 2, Buffer.from([129, 0x20]))
  const objects = Buffer.from(packedObjects(' '))
  const asIs = [...objects].flatMap((byte) => [0, byte])
  const packed = deflateSync(Buffer.concat([Buffer.from(asIs), runs]))
  return ofStreams(packed, '[/FlateDecode /RunLengthDecode]')
}

/** A page in brackets within brackets. */
export function nestedPdf(depth: number): Buffer {
  return ofStreams(deflateSync(packedObjects('['.repeat(depth))), '/FlateDecode')
}

function packedObjects(more: string): string {
  const pages = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'
  const places = `1 0 2 ${catalog.length + 1} 3 ${catalog.length + pages.length + 2} `
  return `${places.padEnd(32)}${catalog} ${pages} ${more === '' ? page : page.replace('>>', `/X ${more} >>`)}`
}

function ofStreams(packed: Buffer, filter: string): Buffer {
  const stream = (id: number, bytes: Buffer, entries: string) =>
    Buffer.concat([
      Buffer.from(`${id} 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  const head = Buffer.from('%PDF-1.7\n')
  const objects = stream(4, packed, `/Type /ObjStm /N 3 /First 32 /Filter ${filter}`)
  const at = head.length + objects.length
  const rows = Buffer.alloc(6 * 7)
  const row = (id: number, kind: number, place: number, index: number) => {
    rows.writeUInt8(kind, id * 7)
    rows.writeUInt32BE(place, id * 7 + 1)
    rows.writeUInt16BE(index, id * 7 + 5)
  }
  row(0, 0, 0, 65_535)
  for (const id of [1, 2, 3]) row(id, 2, 4, id - 1)
  row(4, 1, head.length, 0)
  row(5, 1, at, 0)
  const entries = '/Type /XRef /W [1 4 2] /Size 6 /Root 1 0 R /Filter /FlateDecode'
  const references = stream(5, deflateSync(rows), entries)
  return Buffer.concat([head, objects, references, Buffer.from(`startxref\n${at}\n%%EOF\n`)])
}

/** A PDF, and a second version of it written behind the first, as when it is edited. */
export function revisedPdf(first: Uint8Array): Buffer {
  const text = Buffer.from(first).toString('latin1')
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]
  const size = /\/Size (\d+)/.exec(text)?.[1]
  const at = first.length
  const object = '3 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>\nendobj\n'
  const xref = `xref\n3 1\n${String(at).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${before} >>\n`
  const end = `startxref\n${at + object.length}\n%%EOF\n`
  return Buffer.concat([first, Buffer.from(object + xref + trailer + end)])
}

/**
 * Two pages, written so that the first can be shown before all has come (ISO 32000-1, annex F):
 * its objects and their cross-reference stand in front, that of the others at the end.
 */
export function linearizedPdf(): Buffer {
  const fixed = (value: number) => String(value).padStart(10, '0')
  const numbers = { length: 0, endOfFirst: 0, main: 0, first: 0 }
  const places = new Map<number, number>()
  const write = () => {
    let text = '%PDF-1.7\n'
    const add = (id: number, body: string) => {
      places.set(id, text.length)
      text += `${id} 0 obj\n${body}\nendobj\n`
    }
    const rows = (ids: number[]) =>
      ids.map((id) => `${fixed(places.get(id) ?? 0)} 00000 n \n`).join('')
    const { length, endOfFirst, main, first } = numbers
    add(
      4,
      `<< /Linearized 1 /L ${fixed(length)} /H [${fixed(places.get(7) ?? 0)} 50] /O 6 /E ${fixed(endOfFirst)} /N 2 /T ${fixed(main)} >>`,
    )
    numbers.first = text.length
    text += `xref\n4 4\n${rows([4, 5, 6, 7])}trailer\n<< /Size 8 /Root 5 0 R /Prev ${fixed(main)} >>\nstartxref\n0\n%%EOF\n`
    add(5, '<< /Type /Catalog /Pages 1 0 R >>')
    add(6, '<< /Type /Page /Parent 1 0 R /MediaBox [0 0 612 792] >>')
    add(7, '<< /S 0 /Length 0 >>\nstream\n\nendstream')
    numbers.endOfFirst = text.length
    add(1, '<< /Type /Pages /Count 2 /Kids [6 0 R 2 0 R] >>')
    add(2, '<< /Type /Page /Parent 1 0 R /MediaBox [0 0 612 792] >>')
    add(3, '<< >>')
    numbers.main = text.length
    text += `xref\n0 4\n0000000000 65535 f \n${rows([1, 2, 3])}trailer\n<< /Size 4 >>\nstartxref\n${fixed(first)}\n%%EOF\n`
    numbers.length = text.length
    return text
  }
  // What stands where is known once all of it was written.
  write()
  write()
  return Buffer.from(write(), 'latin1')
}
