import type { PersonExport } from '../../shared/privacy/contract.ts'
import { ownForm } from '../../shared/tents/views.ts'
import { listAccountLinks } from '../accounts/links/store.ts'
import { listKeptSessions } from '../accounts/sessions.ts'
import { findAccount } from '../accounts/store.ts'
import { listAuditEventsOf } from '../audit/store.ts'
import { listCampusOf, removeAllWaiting } from '../campus/store.ts'
import type { Reader, Tx } from '../db/database.ts'
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
import { knownNetIDs } from '../tents/known-net-ids.ts'
import type { Proof } from '../tents/own-tent.ts'
import { clearTentsForNextSeason, listTentRowsEver } from '../tents/store.ts'
import { netIDsOfViewers } from '../tents/viewers.ts'

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
    show: async (reader, { netID }) => sent((await findAccount(reader, netID)) ?? null),
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
    show: async (reader, { netID }) => sent(await listScriptTokensOf(reader, netID)),
  },

  tents: {
    tables: ['tents', 'members'],
    async show(reader, { netID, config }) {
      const theirs = (await listTentRowsEver(reader)).filter((tent) =>
        netIDsOfViewers(config, [tent]).includes(netID),
      )
      const lastMissLMs = theirs.map(({ lastMissLM }) => lastMissLM)
      const netIDs = await knownNetIDs(reader, lastMissLMs)
      return theirs.map(({ retired, ...tent }) => ({
        ...ownForm(tent, netID, netIDs),
        isOnRoster: !retired,
      }))
    },
    forget: { of: ['tents', 'members'], by: clearTentsForNextSeason },
  },

  shifts: {
    tables: ['shift_tents', 'shift_people', 'shifts', 'shift_swaps', 'shift_log'],
    show: async (reader, { netID }) => sent(await listShiftTracesOf(reader, netID)),
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
    show: async (reader, { netID }) => sent(await listAnnouncementsOf(reader, netID)),
    forget: { of: ['announcements'], by: removeAnnouncements },
  },

  pageVersions: {
    tables: ['page_versions'],
    show: async (reader, { netID }) => sent(await listPageVersionsOf(reader, netID)),
  },

  checkEvents: {
    tables: ['checks', 'check_events', 'answered_requests'],
    show: async (reader, { netID }) => sent(await listEventsOf(reader, netID)),
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
    show: async (reader, { netID }) => sent(await listCampusOf(reader, netID)),
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
    show: async (reader, { netID }) => sent(await listVersionsOf(reader, netID)),
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
  // is to ask the sports service. What is over goes every hour.
  { tables: ['rate_limits'] },
  { tables: ['settings'], forget: { of: ['settings'], by: forgetDifferences } },
]

/** Everything, in the order in which closing a season goes through it. */
export const personalData: readonly Kept[] = [...Object.values(shownData), ...notShownData]

type Sent<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Sent<T[K]> } : T

/** What was read, with its times as texts. */
function sent<T>(read: T): Sent<T> {
  return JSON.parse(JSON.stringify(read))
}

function iso(moment: Date): string {
  return moment.toISOString()
}
