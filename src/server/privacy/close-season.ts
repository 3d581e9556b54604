import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { isAirtableConfigured } from '../settings/airtable-config.ts'
import { lockChecks } from '../tent-check/ledger/store.ts'
import { isCheckInProgress, listTents, lockTents } from '../tents/store.ts'
import { personalData } from './personal-data.ts'

/**
 * Closes a season: every tent leaves the roster and loses its people and results; the ledger keeps
 * all results without members' names. Returns how many tents left. Accounts and monitors' names are
 * kept.
 */
export async function closeSeason(tx: Tx, now: Date): Promise<number> {
  // No check can start and no tent can be marked until this is finished.
  await lockChecks(tx)
  await lockTents(tx)
  if (await isCheckInProgress(tx)) throw new Refusal('seasonInCheck')
  if (await isAirtableConfigured(tx)) throw new Refusal('seasonInAirtable')
  const onRoster = await listTents(tx)
  for (const { forget } of personalData) await forget?.by(tx, now)
  return onRoster.length
}
