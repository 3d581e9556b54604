import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { pagesOfWholePdf } from '../../src/server/documents/pdf-check.ts'
import { refusals } from '../../src/shared/refusals.ts'
import { bombPdf, linearizedPdf, nestedPdf, pdfOfStreams, revisedPdf } from '../support/odd-pdf.ts'
import { lockedPdf, makePdf, ownersPdf } from '../support/pdf.ts'
import { seed, times } from '../support/times.ts'
import { until } from '../support/until.ts'

const damaged = 'This PDF is damaged. Please choose another.'
const [, locked] = refusals.pdfLocked

const verdictOn = (bytes: Uint8Array, timeAtMostMs?: number) =>
  pagesOfWholePdf(bytes, timeAtMostMs).then(
    () => 'whole',
    (error: Error) => error.message,
  )

const nine = Buffer.from(makePdf({ pages: 9 }))
const edited = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(nine)
  change(bytes)
  return bytes
}

/** The environment of the process that opens a PDF just now, 'none' if it is empty; null: no process. */
function settingsOfOpener(): string | null {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isOurs = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
      if (isOurs !== `${process.pid}`) continue
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pdf-check-process')) continue
      return readFileSync(`/proc/${pid}/environ`, 'utf8') || 'none'
    } catch {
      // It ended meanwhile.
    }
  }
  return null
}

describe('a PDF', () => {
  it.each<[string, () => Uint8Array]>([
    ['of three pages', () => makePdf({ pages: 3 })],
    ['of 15 MB', () => makePdf({ pages: 2, paddingBytes: 15 * 1024 * 1024 - 4000 })],
    ['of 300 pages, with fonts that are not in it', () => makePdf({ pages: 300, chinese: '帐篷' })],
    ['of compressed streams', pdfOfStreams],
    ['that was edited', () => revisedPdf(nine)],
    ['that is linearized', linearizedPdf],
    ['that only its owner may change', ownersPdf],
    ['with blanks behind its end', () => Buffer.concat([nine, Buffer.from('\r\n\0\0 ')])],
  ])('%s opens', async (_, make) => expect(await verdictOn(make())).toBe('whole'))

  it.each<[string, () => Uint8Array]>([
    ['cut in half', () => nine.subarray(0, nine.length / 2)],
    ['of 15 MB cut in half', () => makePdf({ pages: 2, paddingBytes: 2e7 }).subarray(0, 1e7)],
    ['that lacks its last bytes', () => nine.subarray(0, -3)],
    ['of noise', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)])],
    ['of its first bytes', () => Buffer.from('%PDF-')],
    ['of a beginning and an end', () => Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF\n')],
    ['with a hole', () => edited((bytes) => bytes.fill(0, 1000, 2000))],
    [
      'with bytes that were put in front',
      () => Buffer.from(nine.toString('latin1').replace('\n', '\nabc')),
    ],
    [
      'whose cross-reference is not in place',
      () => edited((bytes) => bytes.write('xxxx', bytes.lastIndexOf('xref\n0'))),
    ],
    [
      'one of whose pages is missing',
      () => edited((bytes) => bytes.write('99', bytes.indexOf('20 0 obj'))),
    ],
    ['whose second version is cut off', () => revisedPdf(nine).subarray(0, nine.length + 100)],
    ['that is linearized and cut off', () => linearizedPdf().subarray(0, -60)],
    ['of brackets without end', () => nestedPdf(1_000_000)],
    ['that unpacks to 1 GB', bombPdf],
  ])('%s is damaged', async (_, make) => expect(await verdictOn(make())).toBe(damaged))

  it('cut off anywhere is damaged', async () => {
    const all = [nine, pdfOfStreams(), linearizedPdf()]
    const cut = fc.tuple(fc.constantFrom(...all), fc.double({ min: 0, max: 1, noNaN: true }))
    await fc.assert(
      fc.asyncProperty(cut, async ([bytes, share]) => {
        const length = 5 + Math.floor(share * (bytes.length - 7))
        expect(await verdictOn(bytes.subarray(0, length))).toBe(damaged)
      }),
      { seed, numRuns: times(3, 100) },
    )
  })

  it('that takes too long to open is refused, by a process that cannot leak SECRET_KEY, and the next one is opened', async () => {
    vi.stubEnv('SECRET_KEY', '5e'.repeat(32))
    const long = verdictOn(makePdf({ pages: 30_000 }), 2000)
    const settings = process.platform === 'linux' ? await until(settingsOfOpener) : 'none'
    vi.unstubAllEnvs()
    expect(settings).toBe('none')
    expect(await Promise.all([long, verdictOn(nine)])).toEqual([damaged, 'whole'])
  })

  it('with a password is refused as such', async () => {
    expect(await verdictOn(lockedPdf())).toBe(locked)
  })

  it('waits for its turn, and a crowd of them is asked to come again', async () => {
    // One is opened, 8 wait, 3 are refused; no process is given the time to begin.
    const found = await Promise.all(
      Array.from({ length: 12 }, () => verdictOn(nine.subarray(0, 99), 1)),
    )
    expect(found.filter((verdict) => verdict === damaged)).toHaveLength(9)
    expect(found.filter((verdict) => verdict === refusals.unavailable[1])).toHaveLength(3)
  })
})
