import { afterEach, beforeEach } from 'vitest'
import type { RosterRow } from '../../src/server/tents/roster-row.ts'
import { type CheckNight, startCheckNight } from './check-night.ts'

/** Those of the test that runs. */
export let night: CheckNight
export let checkId: string

/** Each test of the file gets a night of its own, in which a check of all these tents is on. */
export function eachNight(rows?: RosterRow[]): void {
  beforeEach(async () => {
    night = await startCheckNight(rows)
    checkId = await night.start()
  })
  afterEach(() => night.close())
}
