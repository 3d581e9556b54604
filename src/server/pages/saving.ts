import type { PageName } from '../../shared/pages/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { isTaken, type Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { firstHtml, firstTexts } from './first-texts.ts'
import { findNewest, insertVersion } from './store.ts'

type NewVersion = Parameters<typeof insertVersion>[1]

/** Saves the next version of a page; 409 if somebody else saves the same version at this moment. */
export async function saveVersion(tx: Tx, version: NewVersion): Promise<void> {
  await insertVersion(tx, version).catch((error) => {
    throw isTaken(error) ? new Refusal('pageChanged') : error
  })
  const { page, number, savedBy: netID, savedAt } = version
  await insertAuditEvent(tx, savedAt, { kind: 'pageSaved', netID, page, number })
}

/** Gives every page that was changed its initial text again, as a new version. */
export async function saveFirstTexts(tx: Tx, netID: string, now: Date): Promise<void> {
  for (const page of Object.keys(firstTexts) as PageName[]) {
    const newest = await findNewest(tx, page)
    const markdown = firstTexts[page]
    if (newest === undefined || newest.markdown === markdown) continue
    const number = newest.number + 1
    const html = firstHtml(page)
    await saveVersion(tx, { page, number, markdown, html, savedBy: netID, savedAt: now })
  }
}
