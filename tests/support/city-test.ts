import { test } from 'vitest'
import { type City, startCity } from './city.ts'

/** A city for each test. Most of it is waiting for its turn at Airtable, so they wait side by side. */
export const cityTest = test.extend<{ city: City }>({
  city: async ({ task: _ }, use) => {
    const city = await startCity()
    await use(city)
    await city.close()
  },
})

/** How long until all that waits is at Airtable: longer than a server waits after a failure. */
export const allSent = { timeout: 45_000, interval: 50 }
