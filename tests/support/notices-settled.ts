import { pushes } from '../../src/server/db/schema.ts'
import { listChecksWithNews } from '../../src/server/notices/told-checks/store.ts'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Waits until the notices of all checks are planned and no push is left in the queue. */
export async function noticesSettled({ db }: TestApp): Promise<void> {
  await until(() =>
    db.read(async (reader) => {
      // Planning is checked first, because it adds pushes.
      if ((await listChecksWithNews(reader)).length > 0) return false
      return (await reader.queries.select({ id: pushes.id }).from(pushes)).length === 0
    }),
  )
}
