import { pushes } from '../../src/server/db/schema.ts'
import { listChecksWithNews } from '../../src/server/notices/told-checks/store.ts'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** What happened in checks is planned to be told, and pushed: no more is written for it by itself. */
export async function noticesSettled({ db }: TestApp): Promise<void> {
  await until(() =>
    db.read(async (reader) => {
      // First what is to be planned: to plan it adds pushes.
      if ((await listChecksWithNews(reader)).length > 0) return false
      return (await reader.queries.select({ id: pushes.id }).from(pushes)).length === 0
    }),
  )
}
