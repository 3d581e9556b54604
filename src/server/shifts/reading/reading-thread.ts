import { parentPort, workerData } from 'node:worker_threads'
import { letServerGoFirst } from '../../thread.ts'
import { readCalendar } from './calendar.ts'
import { type Asked, Unreadable } from './found.ts'
import { readSheet } from './sheet.ts'
import { readWhen2meet } from './when2meet.ts'

/** The thread's argument. */
export type ReadTask = { kind: Kind; text: string; asked: Asked }
export type Kind = keyof typeof readers

const readers = { sheet: readSheet, calendar: readCalendar, when2meet: readWhen2meet }

letServerGoFirst({ isAwaited: true })
const { kind, text, asked }: ReadTask = workerData
try {
  parentPort?.postMessage(readers[kind](text, asked))
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  parentPort?.postMessage({ unreadable: error.message })
}
