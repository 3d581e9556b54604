import { removeLimitsOver } from '../accounts/attempts/store.ts'
import { removeAllWaiting } from '../campus/store.ts'
import type { Tx } from '../db/database.ts'
import { updateTextsRemoved } from '../disputes/store.ts'
import { Refusal } from '../http/refusal.ts'
import { removeTentNotices } from '../notices/store.ts'
import { removeAnnouncements } from '../pages/store.ts'
import { removePushes } from '../push/store.ts'
import { removeResults } from '../roster-sync/store.ts'
import { isAirtableConfigured } from '../settings/airtable-config.ts'
import { removeAllShifts } from '../shifts/store.ts'
import { lockChecks } from '../tent-check/ledger/store.ts'
import { removeMemberNames } from '../tent-check/store.ts'
import { isCheckInProgress, listTents, lockTents, updateClosed } from '../tents/store.ts'

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
  await updateClosed(tx, now)
  await removeAllShifts(tx)
  await removeResults(tx)
  await removeTentNotices(tx)
  await removePushes(tx)
  await removeAnnouncements(tx)
  await removeMemberNames(tx)
  await updateTextsRemoved(tx)
  await removeAllWaiting(tx)
  // Attempts to sign in, by netID and address.
  let after: string | null = ''
  while (after !== null) after = await removeLimitsOver(tx, now, after)
  return onRoster.length
}
