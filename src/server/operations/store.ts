import { sql } from 'drizzle-orm'
import type { Reader } from '../db/database.ts'

/** The least that shows whether the database answers. */
export async function readNothing({ queries }: Reader): Promise<void> {
  await queries.execute(sql`select 1`)
}
