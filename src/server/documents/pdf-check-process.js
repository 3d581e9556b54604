import { writeSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { isMainThread, Worker } from 'node:worker_threads'

/**
 * A process of its own that opens the PDF on its standard input as the viewer would, and writes
 * `whole` with its number of pages, `damaged` or `locked`. A process, because a thread that runs out of
 * memory can end the server, and because only so can all of its memory be counted. Plain JavaScript,
 * because the server starts it as it is, from source and from the build alike.
 */

/** Resident, in bytes; Node and pdf.js alone take about 100 MB. */
const memoryAtMost = 400 * 1024 * 1024

if (isMainThread) await main()
else endAboveMemory()

/** Runs in a thread of its own: in the one that parses, timers may not fire for a long time. */
function endAboveMemory() {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryAtMost) process.kill(process.pid, 'SIGKILL')
  }, 10)
}

async function main() {
  new Worker(new URL(import.meta.url))
  const bytes = await buffer(process.stdin)
  if (!hasEnd(bytes)) return answer('damaged')
  // Of the functions that pdf.js expects and does not define itself, Node 20 lacks only this one.
  if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers })
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  process.on('uncaughtException', () => answer('damaged'))
  // If a file's cross-reference is wrong, pdf.js searches the whole file for objects, and no option
  // forbids that; but it writes this warning when it begins.
  console.warn = (message) => {
    if (String(message).includes('Indexing all PDF objects')) answer('damaged')
  }
  try {
    const pdf = await getDocument({
      data: new Uint8Array(bytes),
      stopAtErrors: true,
      verbosity: VerbosityLevel.WARNINGS,
    }).promise
    if (pdf.numPages < 1) return answer('damaged')
    for (let page = 1; page <= pdf.numPages; page += 1) await pdf.getPage(page)
    answer(`whole ${pdf.numPages}`)
  } catch (error) {
    answer(error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged')
  }
}

/**
 * The first answer counts.
 * @param {`whole ${number}` | 'damaged' | 'locked'} verdict
 * @returns {never}
 */
function answer(verdict) {
  writeSync(1, verdict)
  process.exit()
}

/**
 * Does the file end as a PDF must? If it was cut off, an older version may end before the cut,
 * and would be opened without an error.
 * @param {Buffer} bytes
 */
function hasEnd(bytes) {
  return /startxref\s+\d+\s+%%EOF[\s\0]*$/.test(bytes.subarray(-2048).toString('latin1'))
}

function withResolvers() {
  /** @type {Record<string, unknown>} */
  const parts = {}
  parts['promise'] = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
  return parts
}
