import { readFileSync } from 'node:fs'

export type PdfOptions = {
  pages: number
  /** Adds so many bytes that no page uses. */
  paddingBytes?: number
  /** Makes what is drawn on each page so long that it comes in parts of its own. */
  bytesPerPage?: number
  /** Text in Chinese, by a font and a character map that are not in the file. */
  chinese?: string
}

type Build = { id: number; body: string }

/**
 * A PDF of so many pages. Each says "Page N of M" in Helvetica, which is not embedded; the first
 * links to https://example.org/ and to the last page.
 */
export function makePdf(options: PdfOptions): Uint8Array {
  const { pages, paddingBytes = 0, bytesPerPage = 0, chinese } = options
  const objects: Build[] = []
  const add = (id: number, body: string) => objects.push({ id, body })
  const pageId = (index: number) => 10 + index * 2
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`

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
    const annotations = isFirst ? `/Annots ${links}` : ''
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
    add(id + 1, stream(text.padEnd(bytesPerPage)))
  }
  if (paddingBytes > 0) add(7, stream('x'.repeat(paddingBytes)))
  return Buffer.from(assemble(objects), 'latin1')
}

/** Two pages, which open by the password krzyzewski (40-bit RC4, which every viewer still reads). */
export const lockedPdf = () => readFileSync('tests/support/locked.pdf')
/** As `lockedPdf`, but it opens without a password, and only its owner may change it. */
export const ownersPdf = () => readFileSync('tests/support/owner-locked.pdf')

function assemble(objects: Build[]): string {
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
  chunks.push(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`)
  return chunks.join('')
}
