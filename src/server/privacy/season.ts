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
 * Forgets who tented: tents leave the roster without their people and results, the ledger keeps all
 * results without members' names. Gives how many tents left. Accounts and monitors' names stay.
 */
export async function closeSeason(tx: Tx, now: Date): Promise<number> {
  // Nobody starts a check or marks a tent until all of it is done.
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
  await removeLimitsOver(tx, now)
  return onRoster.length
}
