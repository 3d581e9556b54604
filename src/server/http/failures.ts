import { dayMs } from '../../shared/durations.ts'
import type { FailedRequest } from '../../shared/operations/contract.ts'

const keptAtMost = 100
const keptMs = dayMs

export type Failures = ReturnType<typeof keepFailures>

/**
 * The requests that failed by a fault of the server, newest first; only those of a day, and a
 * limited number.
 */
export function keepFailures() {
  let failures: FailedRequest[] = []
  return {
    add(failed: FailedRequest) {
      failures = [failed, ...failures].slice(0, keptAtMost)
    },
    list: (now: Date) => failures.filter(({ at }) => now.getTime() - Date.parse(at) < keptMs),
  }
}
