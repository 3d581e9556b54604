import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openLine } from '../bounded-line.ts'
import { Refusal } from '../http/refusal.ts'

/** One at a time, because it uses a whole processor core. */
const line = openLine()

/** Only JavaScript's heap; the process itself limits all of its memory. */
const heapAtMostMb = 256

/**
 * Opens a PDF, loads every page and returns their number. Refused: files that cannot be opened
 * unchanged within limits of memory and time (in milliseconds), and files with a password.
 */
export async function pagesOfWholePdf(bytes: Uint8Array, timeAtMostMs = 20_000): Promise<number> {
  if (!startsAsPdf(bytes)) throw new Refusal('notPdf')
  const verdict = await line.inTurn(() => verdictOn(bytes, timeAtMostMs))
  if (verdict === 'locked') throw new Refusal('pdfLocked')
  if (verdict === 'damaged') throw new Refusal('pdfDamaged')
  return verdict
}

/** By content, whatever the name and type say. */
function startsAsPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}

/** The number of pages, or why it was refused. */
type Verdict = number | 'damaged' | 'locked'

async function verdictOn(bytes: Uint8Array, timeAtMostMs: number): Promise<Verdict> {
  const program = fileURLToPath(new URL('./pdf-check-process.js', import.meta.url))
  const child = spawn(process.execPath, [`--max-old-space-size=${heapAtMostMb}`, program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // The process gets no secrets that a malicious file could reach.
    env: {},
    timeout: timeAtMostMs,
    killSignal: 'SIGKILL',
  })
  // The process may end before it has read everything; its exit code says why.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  const [verdict, errors, [, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (verdict === 'damaged' || verdict === 'locked') return verdict
  const pages = /^whole (\d+)$/.exec(verdict)?.[1]
  if (pages !== undefined) return Number(pages)
  if (signal !== null) return 'damaged'
  throw new Error(`A PDF could not be checked: ${errors}`)
}
