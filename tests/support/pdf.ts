import { createHash } from 'node:crypto'

export type PdfOptions = {
  pages: number
  /** Adds so many bytes that no page uses. */
  paddingBytes?: number
  /** Makes what is drawn on each page so long that it comes in parts of its own. */
  bytesPerPage?: number
  /** Text in Chinese, by a font and a character map that are not in the file. */
  chinese?: string
  /** Asks for this password (40-bit RC4, which every viewer still reads). */
  password?: string
}

type Build = { id: number; body: string }

/**
 * A PDF of so many pages. Each says "Page N of M" in Helvetica, which is not embedded; the first
 * links to https://example.org/ and to the last page.
 */
export function makePdf(options: PdfOptions): Uint8Array {
  const { pages, paddingBytes = 0, bytesPerPage = 0, chinese, password } = options
  const objects: Build[] = []
  const add = (id: number, body: string) => objects.push({ id, body })
  const pageId = (index: number) => 10 + index * 2
  const lock = password === undefined ? null : locker(password)
  const stream = (id: number, text: string) => {
    const bytes = lock ? lock.encrypt(id, text) : text
    return `<< /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`
  }

  add(1, '<< /Type /Catalog /Pages 2 0 R >>')
  const kids = Array.from({ length: pages }, (_, index) => `${pageId(index)} 0 R`).join(' ')
  add(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`)
  add(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  add(
    4,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>',
  )
  add(
    5,
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /FontDescriptor 6 0 R >>',
  )
  add(
    6,
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  )
  for (let index = 0; index < pages; index += 1) {
    const isFirst = index === 0
    const border = '/Border [0 0 0]'
    const links = `[<< /Type /Annot /Subtype /Link /Rect [72 600 300 640] ${border} /A << /S /URI /URI (https://example.org/) >> >> << /Type /Annot /Subtype /Link /Rect [72 540 300 580] ${border} /Dest [${pageId(pages - 1)} 0 R /Fit] >>]`
    const annotations = isFirst && lock === null ? `/Annots ${links}` : ''
    const id = pageId(index)
    add(
      id,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${id + 1} 0 R ${annotations} >>`,
    )
    const hex = chinese ? Buffer.from(chinese, 'utf16le').swap16().toString('hex') : ''
    const text = [
      `BT /F1 36 Tf 72 700 Td (Page ${index + 1} of ${pages}) Tj ET`,
      isFirst ? 'BT /F1 18 Tf 72 612 Td (A link to example.org) Tj ET' : '',
      isFirst ? 'BT /F1 18 Tf 72 552 Td (Go to the last page) Tj ET' : '',
      chinese ? `BT /F2 36 Tf 72 460 Td <${hex}> Tj ET` : '',
    ].join('\n')
    add(id + 1, stream(id + 1, text.padEnd(bytesPerPage)))
  }
  if (paddingBytes > 0) add(7, stream(7, 'x'.repeat(paddingBytes)))
  if (lock) add(8, lock.dictionary)
  const more = lock ? `/Encrypt 8 0 R /ID [<${lock.id}> <${lock.id}>]` : ''
  return Buffer.from(assemble(objects, more), 'latin1')
}

function assemble(objects: Build[], trailer: string): string {
  const sorted = [...objects].sort((a, b) => a.id - b.id)
  const size = Math.max(...sorted.map(({ id }) => id)) + 1
  const offsets = new Map<number, number>()
  const chunks = ['%PDF-1.7\n']
  let offset = chunks[0]?.length ?? 0
  for (const { id, body } of sorted) {
    const chunk = `${id} 0 obj\n${body}\nendobj\n`
    offsets.set(id, offset)
    offset += chunk.length
    chunks.push(chunk)
  }
  const rows = Array.from({ length: size }, (_, id) => {
    const at = offsets.get(id)
    return at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`
  })
  chunks.push(`xref\n0 ${size}\n${rows.join('')}`)
  chunks.push(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`)
  return chunks.join('')
}

const filler = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)

/** The standard security handler, revision 2. ISO 32000-1, 7.6.3. */
function locker(password: string) {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), filler]).subarray(0, 32)
  const id = md5(Buffer.from('tent city')).toString('hex')
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const key = md5(Buffer.concat([padded, owner, permissions, Buffer.from(id, 'hex')])).subarray(
    0,
    5,
  )
  const user = rc4(key, filler)
  return {
    id,
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`,
    encrypt(objectId: number, text: string): string {
      const salt = Buffer.from([objectId & 255, objectId >> 8, objectId >> 16, 0, 0])
      const own = md5(Buffer.concat([key, salt])).subarray(0, 10)
      return rc4(own, Buffer.from(text, 'latin1')).toString('latin1')
    },
  }
}

function md5(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest()
}

/** By hand: OpenSSL no longer offers it. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (a: number, b: number) => {
    const kept = at(a)
    state[a & 255] = at(b)
    state[b & 255] = kept
  }
  let j = 0
  for (let i = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let i = 0
  j = 0
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + at(i)) & 255
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}
