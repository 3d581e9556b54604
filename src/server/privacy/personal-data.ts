import type { PersonExport } from '../../shared/privacy/contract.ts'
import { netIDsMatching } from '../../shared/tents/match.ts'
import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { ownForm } from '../../shared/tents/views.ts'
import { listAccountLinks } from '../accounts/links/store.ts'
import { listKeptSessions } from '../accounts/sessions.ts'
import { findAccount } from '../accounts/store.ts'
import { listAuditEventsOf } from '../audit/store.ts'
import { listCampusOf, removeAllWaiting } from '../campus/store.ts'
import type { Reader, Tx } from '../db/database.ts'
import { removeLimitsOver } from '../db/rate-limits.ts'
import type { TableName } from '../db/tables.ts'
import { listDisputesOf, updateWordsRemoved } from '../disputes/store.ts'
import { listUploadsOf } from '../documents/store.ts'
import { listNoticesOf } from '../mail/store.ts'
import { findSavedSettings, removeTentNotices } from '../notices/store.ts'
import { listAnnouncementsOf, listPageVersionsOf, removeAnnouncements } from '../pages/store.ts'
import { listScriptTokensOf } from '../programs/store.ts'
import { listSubscriptionsOf, removePushes } from '../push/store.ts'
import { forgetDifferences } from '../roster-sync/state.ts'
import { removeResults } from '../roster-sync/store.ts'
import { listGracesOf, listVersionsOf } from '../season/store.ts'
import { listShiftTracesOf, removeAllShifts } from '../shifts/store.ts'
import { listEventsOf, removeMemberNames } from '../tent-check/store.ts'
import { areProven, type Proof } from '../tents/own-tent.ts'
import { clearTentsForNextSeason, listTentRowsEver } from '../tents/store.ts'

/** About whom, and how netIDs of the roster are matched. */
export type Asked = { netID: string; config: Proof }

type Kept = {
  tables: readonly TableName[]
  /** What closing a season does: `of` those tables that it changes. Absent: all rows stay. */
  forget?: { of: readonly TableName[]; by: (tx: Tx, now: Date) => Promise<void> }
}

type ExportPart = Exclude<keyof PersonExport, 'netID' | 'exportedAt'>

/**
 * What is kept about people: for each part of a person's export its tables, what the export shows
 * of them, and what closing a season removes. `tests/structure/tables.test.ts` holds this against
 * the database and against what really happens.
 */
export const shownData: {
  [Part in ExportPart]: Kept & {
    show: (reader: Reader, asked: Asked) => Promise<PersonExport[Part]>
  }
} = {
  account: {
    tables: ['users'],
    async show(reader, { netID }) {
      const account = await findAccount(reader, netID)
      return account === undefined ? null : { ...account, createdAt: iso(account.createdAt) }
    },
  },

  sessions: {
    tables: ['sessions'],
    async show(reader, { netID }) {
      const sessions = await listKeptSessions(reader, netID)
      return sessions.map(({ id, device, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        device,
        createdAt: iso(createdAt),
        lastUsedAt: iso(lastUsedAt),
        expiresAt: iso(expiresAt),
      }))
    },
  },

  links: {
    tables: ['account_links'],
    async show(reader, { netID }) {
      const links = await listAccountLinks(reader, netID)
      return links.map((link) => ({
        purpose: link.purpose,
        email: link.netID === netID ? link.email : null,
        expiresAt: iso(link.expiresAt),
      }))
    },
  },

  scriptTokens: {
    tables: ['script_tokens'],
    async show(reader, { netID }) {
      const tokens = await listScriptTokensOf(reader, netID)
      return tokens.map(({ name, madeAt, expiresAt }) => ({
        name,
        madeAt: iso(madeAt),
        expiresAt: iso(expiresAt),
      }))
    },
  },

  tents: {
    tables: ['tents', 'members'],
    async show(reader, { netID, config }) {
      const tents = await listTentRowsEver(reader)
      const rosterNetIDs = netIDsOf(tents)
      const isTheirs = (tent: (typeof tents)[number]) =>
        netIDsMatching(tent, areProven(config)).includes(netID)
      return tents.filter(isTheirs).map(({ retired, ...tent }) => ({
        ...ownForm(tent, netID, rosterNetIDs),
        isOnRoster: !retired,
      }))
    },
    forget: { of: ['tents', 'members'], by: clearTentsForNextSeason },
  },

  shifts: {
    tables: ['shift_tents', 'shift_people', 'shifts', 'shift_swaps', 'shift_log'],
    async show(reader, { netID }) {
      const { people, planned, acts } = await listShiftTracesOf(reader, netID)
      return {
        people: people.map(({ answeredAt, ...person }) => ({
          ...person,
          answeredAt: answeredAt && iso(answeredAt),
        })),
        planned: planned.map(({ memberId, from, until, arrivedAt }) => ({
          memberId,
          from: iso(from),
          until: iso(until),
          arrivedAt: arrivedAt && iso(arrivedAt),
        })),
        acts: acts.map(({ at, what }) => ({ at: iso(at), what })),
      }
    },
    forget: {
      of: ['shift_tents', 'shift_people', 'shifts', 'shift_swaps', 'shift_log'],
      by: removeAllShifts,
    },
  },

  notices: {
    tables: ['notices', 'told_checks'],
    async show(reader, { netID }) {
      const notices = await listNoticesOf(reader, netID)
      return notices.map(({ kind, about, state, at }) => ({ kind, about, state, at: iso(at) }))
    },
    forget: { of: ['notices', 'told_checks'], by: removeTentNotices },
  },

  noticeSettings: {
    tables: ['notice_settings'],
    show: (reader, { netID }) => findSavedSettings(reader, netID),
  },

  pushSubscriptions: {
    tables: ['push_subscriptions'],
    async show(reader, { netID }) {
      const subscriptions = await listSubscriptionsOf(reader, netID)
      return subscriptions.map(({ endpoint, madeAt }) => ({
        service: new URL(endpoint).origin,
        madeAt: iso(madeAt),
      }))
    },
  },

  announcements: {
    tables: ['announcements'],
    async show(reader, { netID }) {
      const announcements = await listAnnouncementsOf(reader, netID)
      return announcements.map(({ markdown, from, until, writtenAt }) => ({
        markdown,
        from: iso(from),
        until: iso(until),
        writtenAt: iso(writtenAt),
      }))
    },
    forget: { of: ['announcements'], by: removeAnnouncements },
  },

  pageVersions: {
    tables: ['page_versions'],
    async show(reader, { netID }) {
      const versions = await listPageVersionsOf(reader, netID)
      return versions.map(({ savedAt, ...version }) => ({ ...version, savedAt: iso(savedAt) }))
    },
  },

  checkEvents: {
    tables: ['checks', 'check_events', 'answered_requests'],
    async show(reader, { netID }) {
      const events = await listEventsOf(reader, netID)
      return events.map((event) => ({ ...event, at: iso(event.at) }))
    },
    forget: { of: ['check_events'], by: removeMemberNames },
  },

  disputes: {
    tables: ['disputes'],
    async show(reader, { netID }) {
      const disputes = await listDisputesOf(reader, netID)
      return disputes.map((dispute) => ({
        checkId: dispute.checkId,
        tentId: dispute.tentId,
        filedAt: iso(dispute.filedAt),
        // Texts by others are left out, except the answers to this person.
        text: dispute.filedBy === netID ? dispute.text : null,
        outcome: dispute.outcome,
        answeredAt: dispute.answeredAt && iso(dispute.answeredAt),
        answer: dispute.answer,
      }))
    },
    forget: { of: ['disputes'], by: updateWordsRemoved },
  },

  campus: {
    tables: ['campus_identities', 'campus_waiting'],
    async show(reader, { netID }) {
      const identities = await listCampusOf(reader, netID)
      return identities.map(({ at, ...identity }) => ({ ...identity, at: iso(at) }))
    },
    forget: { of: ['campus_waiting'], by: removeAllWaiting },
  },

  audit: {
    tables: ['audit_events'],
    async show(reader, { netID }) {
      const events = await listAuditEventsOf(reader, netID)
      // Without the person who reported them.
      return events.map((event) =>
        event.kind === 'strangerReported' && event.about === netID
          ? { ...event, netID: null, by: '' }
          : event,
      )
    },
  },

  seasonVersions: {
    tables: ['season_versions'],
    async show(reader, { netID }) {
      const versions = await listVersionsOf(reader, netID)
      return versions.map(({ version, savedAt }) => ({ version, savedAt: iso(savedAt) }))
    },
  },

  graces: {
    tables: ['graces'],
    async show(reader, { netID }) {
      const graces = await listGracesOf(reader, netID)
      return graces.map((grace) => ({
        from: iso(grace.from),
        until: iso(grace.until),
        reason: grace.reason,
        // Without the other people involved.
        declaredBy: grace.declaredBy === netID ? netID : null,
        declaredAt: iso(grace.declaredAt),
        endedBy: grace.endedBy === netID ? netID : null,
        endedAt: grace.endedAt && iso(grace.endedAt),
      }))
    },
  },

  uploads: {
    tables: ['documents'],
    async show(reader, { netID }) {
      const uploads = await listUploadsOf(reader, netID)
      return uploads.map(({ kind, uploadedAt }) => ({
        document: kind,
        uploadedAt: iso(uploadedAt),
      }))
    },
  },
}

/** Tables without netIDs, which no export shows; but they may hold data about a season's people. */
const notShownData: readonly Kept[] = [
  { tables: ['outbox'], forget: { of: ['outbox'], by: removeResults } },
  // After all tables that pushes are about: whoever writes to those adds the push last, too.
  { tables: ['pushes'], forget: { of: ['pushes'], by: removePushes } },
  // Attempts by netID and address, and one-time texts that were used, all as a hash; and whose turn it
  // is to ask the sports service.
  { tables: ['rate_limits'], forget: { of: ['rate_limits'], by: removeAllLimitsOver } },
  { tables: ['settings'], forget: { of: ['settings'], by: forgetDifferences } },
]

/** Everything, in the order in which closing a season goes through it. */
export const personalData: readonly Kept[] = [...Object.values(shownData), ...notShownData]

async function removeAllLimitsOver(tx: Tx, now: Date): Promise<void> {
  let after: string | null = ''
  while (after !== null) after = await removeLimitsOver(tx, now, after)
}

function iso(moment: Date): string {
  return moment.toISOString()
}
