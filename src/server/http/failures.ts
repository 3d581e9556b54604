import { dayMs } from '../../shared/durations.ts'
import type { FailedRequest } from '../../shared/operations/contract.ts'

const keptAtMost = 100
const keptMs = dayMs

/**
 * The requests that failed by a fault of the server, newest first; only those of a day, and a
 * limited number.
 */
export type Failures = {
  add: (failed: FailedRequest) => void
  list: (now: Date) => FailedRequest[]
}

export function keepFailures(): Failures {
  let failures: FailedRequest[] = []
  return {
    add(failed) {
      failures = [failed, ...failures].slice(0, keptAtMost)
    },
    list: (now) => failures.filter(({ at }) => now.getTime() - Date.parse(at) < keptMs),
  }
}
