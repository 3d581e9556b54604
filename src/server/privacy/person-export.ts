import type { PersonExport } from '../../shared/privacy/contract.ts'
import { netIDsMatching } from '../../shared/tents/match.ts'
import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { ownForm } from '../../shared/tents/views.ts'
import { listAccountLinks } from '../accounts/links/store.ts'
import { listKeptSessions } from '../accounts/sessions.ts'
import { findAccount } from '../accounts/store.ts'
import { listAuditEventsOf } from '../audit/store.ts'
import { listCampusOf } from '../campus/store.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../db/database.ts'
import { listDisputesOf } from '../disputes/store.ts'
import { listUploadsOf } from '../documents/store.ts'
import { listNoticesOf } from '../mail/store.ts'
import { findSavedSettings } from '../notices/store.ts'
import { listAnnouncementsOf, listPageVersionsOf } from '../pages/store.ts'
import { listScriptTokensOf } from '../programs/store.ts'
import { listSubscriptionsOf } from '../push/store.ts'
import { listGracesOf, listVersionsOf } from '../season/store.ts'
import { listShiftTracesOf } from '../shifts/store.ts'
import { listEventsOf } from '../tent-check/store.ts'
import { listTentsEver } from '../tents/store.ts'

/** Everything stored about a netID; null: nothing. */
export async function personExport(
  config: Pick<Config, 'confirmNetIDs'>,
  reader: Reader,
  netID: string,
  now: Date,
): Promise<PersonExport | null> {
  const account = await findAccount(reader, netID)
  const sessions = await listKeptSessions(reader, netID)
  const links = await listAccountLinks(reader, netID)
  const scriptTokens = await listScriptTokensOf(reader, netID)
  const campus = await listCampusOf(reader, netID)
  const tentsEver = await listTentsEver(reader)
  const rosterNetIDs = netIDsOf(tentsEver)
  const tents = tentsEver.filter((tent) =>
    netIDsMatching(tent, config.confirmNetIDs !== 'off').includes(netID),
  )
  const checkEvents = await listEventsOf(reader, netID)
  const record = await listAuditEventsOf(reader, netID)
  const uploads = await listUploadsOf(reader, netID)
  const seasonVersions = await listVersionsOf(reader, netID)
  const graces = await listGracesOf(reader, netID)
  const pageVersions = await listPageVersionsOf(reader, netID)
  const announcements = await listAnnouncementsOf(reader, netID)
  const disputes = await listDisputesOf(reader, netID)
  const notices = await listNoticesOf(reader, netID)
  const subscriptions = await listSubscriptionsOf(reader, netID)
  const settings = await findSavedSettings(reader, netID)
  const traces = await listShiftTracesOf(reader, netID)
  const found = [disputes, sessions, tents, checkEvents, record, uploads, seasonVersions, graces]
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
    links: links.map(({ purpose, email, expiresAt }) => ({
      purpose,
      email,
      expiresAt: iso(expiresAt),
    })),
    scriptTokens: scriptTokens.map(({ name, madeAt, expiresAt }) => ({
      name,
      madeAt: iso(madeAt),
      expiresAt: iso(expiresAt),
    })),
    campus: campus.map(({ at, ...identity }) => ({ ...identity, at: iso(at) })),
    tents: tents.map(({ retired, ...tent }) => ({
      ...ownForm(tent, netID, rosterNetIDs),
      isOnRoster: !retired,
    })),
    checkEvents: checkEvents.map((event) => ({ ...event, at: iso(event.at) })),
    disputes: disputes.map((dispute) => ({
      checkId: dispute.checkId,
      tentId: dispute.tentId,
      filedAt: iso(dispute.filedAt),
      // Texts by others are left out, except the answers to this person.
      text: dispute.filedBy === netID ? dispute.text : null,
      outcome: dispute.outcome,
      answeredAt: dispute.answeredAt && iso(dispute.answeredAt),
      answer: dispute.answer,
    })),
    notices: notices.map(({ kind, about, state, at }) => ({ kind, about, state, at: iso(at) })),
    noticeSettings: settings,
    pushSubscriptions: subscriptions.map(({ endpoint, madeAt }) => ({
      service: new URL(endpoint).origin,
      madeAt: iso(madeAt),
    })),
    // Without the person who reported them.
    record: record.map((event) =>
      event.kind === 'strangerReported' && event.about === netID
        ? { ...event, netID: null, by: '' }
        : event,
    ),
    seasonVersions: seasonVersions.map(({ version, savedAt }) => ({
      version,
      savedAt: iso(savedAt),
    })),
    graces: graces.map((grace) => ({
      from: iso(grace.from),
      until: iso(grace.until),
      reason: grace.reason,
      // Without the other people involved.
      declaredBy: grace.declaredBy === netID ? netID : null,
      declaredAt: iso(grace.declaredAt),
      endedBy: grace.endedBy === netID ? netID : null,
      endedAt: grace.endedAt && iso(grace.endedAt),
    })),
    pageVersions: pageVersions.map(({ savedAt, ...version }) => ({
      ...version,
      savedAt: iso(savedAt),
    })),
    announcements: announcements.map(({ markdown, from, until, writtenAt }) => ({
      markdown,
      from: iso(from),
      until: iso(until),
      writtenAt: iso(writtenAt),
    })),
    shifts: {
      people: traces.people.map(({ answeredAt, ...person }) => ({
        ...person,
        answeredAt: answeredAt && iso(answeredAt),
      })),
      planned: traces.planned.map(({ memberId, from, until, arrivedAt }) => ({
        memberId,
        from: iso(from),
        until: iso(until),
        arrivedAt: arrivedAt && iso(arrivedAt),
      })),
      acts: traces.acts.map(({ at, what }) => ({ at: iso(at), what })),
    },
    uploads: uploads.map(({ kind, uploadedAt }) => ({
      document: kind,
      uploadedAt: iso(uploadedAt),
    })),
  }
}

function iso(moment: Date): string {
  return moment.toISOString()
}
