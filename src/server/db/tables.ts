import type { PersonExport } from '../../shared/privacy/contract.ts'

type Declared = {
  /** Is it in a backup? */
  inBackup: boolean
  /** The part of a person's export that shows its rows; null: it holds no netID. */
  personExport: Exclude<keyof PersonExport, 'netID' | 'exportedAt'> | null
  /** Does closing a season remove anything from it? */
  closedWithSeason: boolean
}

/**
 * Every table, after those it refers to, with what must be decided for each new one.
 * `tests/structure/tables.test.ts` compares this with the database and with what really happens.
 */
export const tables = {
  users: { inBackup: true, personExport: 'account', closedWithSeason: false },
  sessions: { inBackup: true, personExport: 'sessions', closedWithSeason: false },
  // Restoring a backup must not bring back a used link.
  account_links: { inBackup: false, personExport: 'links', closedWithSeason: false },
  // Nor a token that was removed.
  script_tokens: { inBackup: false, personExport: 'scriptTokens', closedWithSeason: false },
  campus_identities: { inBackup: true, personExport: 'campus', closedWithSeason: false },
  campus_waiting: { inBackup: true, personExport: 'campus', closedWithSeason: true },
  // What is over within the hour: a flood of attempts does not fill backups.
  rate_limits: { inBackup: false, personExport: null, closedWithSeason: true },
  settings: { inBackup: true, personExport: null, closedWithSeason: false },
  tents: { inBackup: true, personExport: 'tents', closedWithSeason: true },
  members: { inBackup: true, personExport: 'tents', closedWithSeason: true },
  checks: { inBackup: true, personExport: 'checkEvents', closedWithSeason: false },
  check_events: { inBackup: true, personExport: 'checkEvents', closedWithSeason: true },
  // Every database, and every restored one, has its own.
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

/** In the order above. */
export const tableNames = Object.keys(tables) as (keyof typeof tables)[]
