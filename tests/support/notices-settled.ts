import { pushes } from '../../src/server/db/schema.ts'
import { listChecksWithNews } from '../../src/server/notices/store.ts'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** What happened in checks is planned to be told, and pushed: no more is written for it by itself. */
export async function noticesSettled({ db }: TestApp): Promise<void> {
  await until(() =>
    db.read(async (reader) => {
      const waiting = await reader.queries.select({ id: pushes.id }).from(pushes)
      return waiting.length === 0 && (await listChecksWithNews(reader)).length === 0
    }),
  )
}
