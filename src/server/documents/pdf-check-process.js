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

/** A thread of its own: the one that parses may not come to look at a clock. */
function endAboveMemory() {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryAtMost) process.kill(process.pid, 'SIGKILL')
  }, 10)
}

async function main() {
  new Worker(new URL(import.meta.url))
  const bytes = await buffer(process.stdin)
  if (!hasEnd(bytes)) return answer('damaged')
  // Node 20 lacks this one function of those that pdf.js does not bring itself.
  if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers })
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  process.on('uncaughtException', () => answer('damaged'))
  // pdf.js has no option that forbids it to look for the objects of a file whose cross-reference
  // is wrong, but it says that it begins to.
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
 * Where a file is cut off, an older version of it may end before the cut, and would be opened in
 * silence.
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
