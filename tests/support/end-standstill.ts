import { setInterval } from 'node:timers'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import { times } from './times.ts'

/** Longer than any command or property that a test waits for without a turn for anything else. */
const atMostMs = Number(process.env['STANDSTILL_MS'] ?? times(180_000, 3_600_000))

/**
 * Ends the process of a test file whose main thread gets no turn for so long: then no timeout of a test
 * can end it. As text, because tests of the browser's parts cannot name a file of this folder.
 */
const thread = `
  const { writeSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  const { turns, atMostMs } = workerData
  let file = ''
  parentPort.on('message', (begun) => { file = begun })
  let seen = -1
  let since = Date.now()
  setInterval(() => {
    const now = Atomics.load(turns, 0)
    if (now !== seen) since = Date.now()
    seen = now
    if (Date.now() - since < atMostMs) return
    writeSync(2, '\\nIt stood still for ' + atMostMs / 1000 + ' s and is ended: ' + file + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }, atMostMs / 20)`

/** One for all test files of a worker. */
const known = globalThis as { standstillThread?: Worker }
known.standstillThread ??= watch()
known.standstillThread.postMessage(expect.getState().testPath)

function watch(): Worker {
  const turns = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(turns, 0, 1), atMostMs / 40).unref()
  const watching = new Worker(thread, { eval: true, workerData: { turns, atMostMs } })
  watching.unref()
  return watching
}
