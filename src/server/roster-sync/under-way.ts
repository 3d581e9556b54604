import type { Patience } from '../airtable/client.ts'
import { clockSkewMs } from '../clock-skew.ts'

/** How long each of those who ask Airtable waits. */
export const waits = {
  /** A request may have to wait for the end of Airtable's penalty. */
  work: { patienceMs: 45_000, timeoutMs: 10_000 },
  /** A person waits for the answer. */
  refresh: { patienceMs: 8000, timeoutMs: 8000 },
  /** Short, because the person who saved waits for it. */
  settings: { patienceMs: 3000, timeoutMs: 4000 },
} as const satisfies Record<string, Patience>

const longestMs = Math.max(...Object.values(waits).map(({ timeoutMs }) => timeoutMs))

/** The write of a server that died may still arrive until then, by the clock of any other server. */
export const underWayMs = 1.5 * longestMs + clockSkewMs
