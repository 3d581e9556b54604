import type { PersonExport } from '../../shared/privacy/contract.ts'
import { matchesNetID } from '../../shared/tents/match.ts'
import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { ownForm } from '../../shared/tents/views.ts'
import { listKeptSessions } from '../accounts/sessions.ts'
import { findAccount } from '../accounts/store.ts'
import type { Reader } from '../db/database.ts'
import { listUploadsOf } from '../documents/store.ts'
import { listAuditEventsOf } from '../record/store.ts'
import { listGracesOf, listVersionsOf } from '../season/store.ts'
import { listEventsOf } from '../tent-check/store.ts'
import { listTentsEver } from '../tents/store.ts'

/** All that is kept about a netID; null: nothing is. */
export async function personExport(
  reader: Reader,
  netID: string,
  now: Date,
): Promise<PersonExport | null> {
  const account = await findAccount(reader, netID)
  const sessions = await listKeptSessions(reader, netID)
  const tentsEver = await listTentsEver(reader)
  const rosterNetIDs = netIDsOf(tentsEver)
  const tents = tentsEver.filter((tent) => matchesNetID(tent, netID))
  const checkEvents = await listEventsOf(reader, netID)
  const record = await listAuditEventsOf(reader, netID)
  const uploads = await listUploadsOf(reader, netID)
  const seasonVersions = await listVersionsOf(reader, netID)
  const graces = await listGracesOf(reader, netID)
  const found = [sessions, tents, checkEvents, record, uploads, seasonVersions, graces]
  if (account === undefined && found.every((list) => list.length === 0)) return null
  return {
    netID,
    exportedAt: now.toISOString(),
    account: account === undefined ? null : { ...account, createdAt: iso(account.createdAt) },
    sessions: sessions.map(({ id, device, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      device,
      createdAt: iso(createdAt),
      lastUsedAt: iso(lastUsedAt),
      expiresAt: iso(expiresAt),
    })),
    tents: tents.map(({ retired, ...tent }) => ({
      ...ownForm(tent, netID, rosterNetIDs),
      isOnRoster: !retired,
    })),
    checkEvents: checkEvents.map((event) => ({ ...event, at: iso(event.at) })),
    record,
    seasonVersions: seasonVersions.map(({ version, savedAt }) => ({
      version,
      savedAt: iso(savedAt),
    })),
    graces: graces.map((grace) => ({
      from: iso(grace.from),
      until: iso(grace.until),
      reason: grace.reason,
      // Who else took part is not theirs to have.
      declaredBy: grace.declaredBy === netID ? netID : null,
      declaredAt: iso(grace.declaredAt),
      endedBy: grace.endedBy === netID ? netID : null,
      endedAt: grace.endedAt && iso(grace.endedAt),
    })),
    uploads: uploads.map(({ kind, uploadedAt }) => ({
      document: kind,
      uploadedAt: iso(uploadedAt),
    })),
  }
}

function iso(moment: Date): string {
  return moment.toISOString()
}
