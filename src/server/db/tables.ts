/**
 * Every table, after those it refers to. Those that hold anything about people stand in
 * `privacy/personal-data.ts`, too. `tests/structure/tables.test.ts` compares both with the database
 * and with what really happens.
 */
export const tables = {
  users: { inBackup: true },
  sessions: { inBackup: true },
  // Restoring a backup must not bring back a used link.
  account_links: { inBackup: false },
  // Nor a token that was removed.
  script_tokens: { inBackup: false },
  campus_identities: { inBackup: true },
  campus_waiting: { inBackup: true },
  // What is over within the hour: a flood of attempts does not fill backups.
  rate_limits: { inBackup: false },
  settings: { inBackup: true },
  tents: { inBackup: true },
  members: { inBackup: true },
  checks: { inBackup: true },
  // The database accepts an event only after the one before it.
  check_events: { inBackup: true, orderBy: ['check_id', 'number'] },
  answered_requests: { inBackup: true },
  // Every database, and every restored one, has its own.
  ledger_epoch: { inBackup: false },
  documents: { inBackup: true, longColumn: 'bytes' },
  disputes: { inBackup: true },
  outbox: { inBackup: true },
  told_checks: { inBackup: true },
  notice_settings: { inBackup: true },
  push_subscriptions: { inBackup: true },
  pushes: { inBackup: true },
  notices: { inBackup: true },
  airtable_pace: { inBackup: true },
  season_versions: { inBackup: true },
  graces: { inBackup: true },
  page_versions: { inBackup: true },
  announcements: { inBackup: true },
  shift_tents: { inBackup: true },
  shift_people: { inBackup: true },
  shifts: { inBackup: true },
  shift_swaps: { inBackup: true },
  shift_log: { inBackup: true },
  audit_events: { inBackup: true },
} satisfies Record<string, TableRules>

/**
 * `longColumn`: bytes that are read in parts, and not null. `orderBy`: the order in which a backup has
 * the rows.
 */
export type TableRules = { inBackup: boolean; longColumn?: string; orderBy?: readonly string[] }

export type TableName = keyof typeof tables

/** In the order above. */
export const tableNames = Object.keys(tables) as TableName[]
