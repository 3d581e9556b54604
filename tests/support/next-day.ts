import { dayMs } from '../../src/shared/durations.ts'
import type { Season } from '../../src/shared/season/contract.ts'
import type { DemoServer } from './demo-server.ts'
import { until } from './until.ts'

/** The settings of a server whose clock `nextDay` moves. */
export const movesClock = { NODE_OPTIONS: '--import ./tests/support/next-day.js' }

/** For the server it is the same time of the next day; it goes on as it was. */
export async function nextDay(server: DemoServer): Promise<void> {
  const time = async () => {
    const { now } = (await (await fetch(`${server.url}/api/season`)).json()) as Season
    return Date.parse(now.at)
  }
  const before = await time()
  server.signal('SIGUSR2')
  await until(async () => (await time()) - before >= dayMs)
}
