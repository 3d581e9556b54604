import type { ShiftJob } from './tent-shifts.ts'

/** States in which a search is running or waiting. */
export const statesOn: readonly ShiftJob['state'][] = ['queued', 'waitsForCheck', 'running']

export function isJobOn(job: Pick<ShiftJob, 'state'> | null): boolean {
  return job !== null && statesOn.includes(job.state)
}
