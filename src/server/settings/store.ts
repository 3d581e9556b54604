import { and, eq } from 'drizzle-orm'
import type { Reader, Tx } from '../db/database.ts'
import { settings } from '../db/schema.ts'

/** Each setting is one JSON value under its key. */
export async function findSetting({ queries }: Reader, key: string): Promise<unknown> {
  const [row] = await queries
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, key))
  return row?.value
}

/**
 * When it was last saved, and it stays as it is until this transaction ends; null: it never was, or
 * was removed.
 */
export async function lockSavedAt({ queries }: Tx, key: string): Promise<Date | null> {
  const [row] = await queries
    .select({ savedAt: settings.updatedAt })
    .from(settings)
    .where(eq(settings.key, key))
    .for('share')
  return row?.savedAt ?? null
}

export async function updateSetting(
  { queries }: Tx,
  key: string,
  value: unknown,
  now: Date,
): Promise<void> {
  await queries
    .insert(settings)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: now } })
}

export async function removeSetting({ queries }: Tx, key: string): Promise<void> {
  await queries.delete(settings).where(eq(settings.key, key))
}

/** Removes it if this is its value; of many who do so at once, one finds it. */
export async function takeSetting({ queries }: Tx, key: string, value: unknown): Promise<boolean> {
  const taken = await queries
    .delete(settings)
    .where(and(eq(settings.key, key), eq(settings.value, value)))
    .returning({ key: settings.key })
  return taken.length > 0
}
