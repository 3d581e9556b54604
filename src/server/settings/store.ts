import { and, eq } from 'drizzle-orm'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Reader, Tx } from '../db/database.ts'
import { settings } from '../db/schema.ts'

/** All that is stored as a setting, each under its key. The shape of each stands with its feature. */
type Key =
  /** The base, the table and the sealed key of Airtable. */
  | 'airtable'
  /** How the last pull went. */
  | 'rosterSync'
  /** Where tents sign up. */
  | 'tentLink'
  /** What the sports service answered last. */
  | 'teamStats'
  /** A super user decided that netIDs need no proof. */
  | 'netIDsLeftUnproven'
  /** The hash of the token of the set-up link. */
  | 'setupTokenHash'
  /** Whose the accounts of the demo season are. */
  | 'demoSeason'

/** One JSON value under its key. What is stored and does not fit the schema counts as absent. */
export function setting<Schema extends TSchema, Default extends Static<Schema> | null>(
  key: Key,
  schema: Schema,
  fallback: Default,
) {
  const isThis = eq(settings.key, key)
  return {
    /** As it was saved, or the default. */
    async find({ queries }: Reader): Promise<Static<Schema> | Default> {
      const [row] = await queries.select({ value: settings.value }).from(settings).where(isThis)
      const value = row?.value
      return Value.Check(schema, value) ? value : fallback
    },

    async update({ queries }: Tx, value: Static<Schema>, now: Date): Promise<void> {
      await queries
        .insert(settings)
        .values({ key, value, updatedAt: now })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: now } })
    },

    async remove({ queries }: Tx): Promise<void> {
      await queries.delete(settings).where(isThis)
    },

    /** Removes the setting if it has this value; of several calls at once only one gets true. */
    async take({ queries }: Tx, value: Static<Schema>): Promise<boolean> {
      const taken = await queries
        .delete(settings)
        .where(and(isThis, eq(settings.value, value)))
        .returning({ key: settings.key })
      return taken.length > 0
    },

    /**
     * Locks the setting until this transaction ends; returns when it was last saved, or null if it
     * was never saved or was removed.
     */
    async lockSavedAt({ queries }: Tx): Promise<Date | null> {
      const [row] = await queries
        .select({ savedAt: settings.updatedAt })
        .from(settings)
        .where(isThis)
        .for('share')
      return row?.savedAt ?? null
    },
  }
}
