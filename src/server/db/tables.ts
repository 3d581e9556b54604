import type { PersonExport } from '../../shared/privacy/contract.ts'

type Declared = {
  /** Does a backup hold its rows? */
  inBackup: boolean
  /** The part of a person's export that shows what it holds about them; null: no netID is in it. */
  personExport: Exclude<keyof PersonExport, 'netID' | 'exportedAt'> | null
  /** Does closing a season take anything out of it? */
  closedWithSeason: boolean
}

/**
 * Every table of ours, those others refer to first, and what has to be decided for each one that is
 * added. `tests/structure/tables.test.ts` compares this with the database and with what really
 * happens.
 */
export const tables = {
  users: { inBackup: true, personExport: 'account', closedWithSeason: false },
  sessions: { inBackup: true, personExport: 'sessions', closedWithSeason: false },
  // A restored backup must not bring back a link that was used.
  account_links: { inBackup: false, personExport: 'links', closedWithSeason: false },
  // Nor a token that was ended.
  script_tokens: { inBackup: false, personExport: 'scriptTokens', closedWithSeason: false },
  campus_identities: { inBackup: true, personExport: 'campus', closedWithSeason: false },
  campus_waiting: { inBackup: true, personExport: 'campus', closedWithSeason: true },
  rate_limits: { inBackup: true, personExport: null, closedWithSeason: true },
  settings: { inBackup: true, personExport: null, closedWithSeason: false },
  tents: { inBackup: true, personExport: 'tents', closedWithSeason: true },
  members: { inBackup: true, personExport: 'tents', closedWithSeason: true },
  checks: { inBackup: true, personExport: 'checkEvents', closedWithSeason: false },
  check_events: { inBackup: true, personExport: 'checkEvents', closedWithSeason: true },
  // Each database, and each restore, has one of its own.
  ledger_epoch: { inBackup: false, personExport: null, closedWithSeason: false },
  documents: { inBackup: true, personExport: 'uploads', closedWithSeason: false },
  disputes: { inBackup: true, personExport: 'disputes', closedWithSeason: true },
  outbox: { inBackup: true, personExport: null, closedWithSeason: true },
  told_checks: { inBackup: true, personExport: null, closedWithSeason: true },
  notice_settings: { inBackup: true, personExport: 'noticeSettings', closedWithSeason: false },
  push_subscriptions: {
    inBackup: true,
    personExport: 'pushSubscriptions',
    closedWithSeason: false,
  },
  pushes: { inBackup: true, personExport: null, closedWithSeason: true },
  notices: { inBackup: true, personExport: 'notices', closedWithSeason: true },
  airtable_pace: { inBackup: true, personExport: null, closedWithSeason: false },
  season_versions: { inBackup: true, personExport: 'seasonVersions', closedWithSeason: false },
  graces: { inBackup: true, personExport: 'graces', closedWithSeason: false },
  page_versions: { inBackup: true, personExport: 'pageVersions', closedWithSeason: false },
  announcements: { inBackup: true, personExport: 'announcements', closedWithSeason: true },
  shift_tents: { inBackup: true, personExport: null, closedWithSeason: true },
  shift_people: { inBackup: true, personExport: 'shifts', closedWithSeason: true },
  shifts: { inBackup: true, personExport: null, closedWithSeason: true },
  shift_swaps: { inBackup: true, personExport: null, closedWithSeason: true },
  shift_log: { inBackup: true, personExport: 'shifts', closedWithSeason: true },
  audit_events: { inBackup: true, personExport: 'record', closedWithSeason: false },
} satisfies Record<string, Declared>

/** Their names, in the order of the declaration. */
export const tableNames = Object.keys(tables) as (keyof typeof tables)[]
