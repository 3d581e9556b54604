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
  rate_limits: { inBackup: true, personExport: null, closedWithSeason: true },
  settings: { inBackup: true, personExport: null, closedWithSeason: false },
  tents: { inBackup: true, personExport: 'tents', closedWithSeason: true },
  checks: { inBackup: true, personExport: 'checkEvents', closedWithSeason: false },
  check_events: { inBackup: true, personExport: 'checkEvents', closedWithSeason: true },
  // Each database, and each restore, has one of its own.
  ledger_epoch: { inBackup: false, personExport: null, closedWithSeason: false },
  documents: { inBackup: true, personExport: 'uploads', closedWithSeason: false },
  outbox: { inBackup: true, personExport: null, closedWithSeason: true },
  airtable_pace: { inBackup: true, personExport: null, closedWithSeason: false },
  season_versions: { inBackup: true, personExport: 'seasonVersions', closedWithSeason: false },
  graces: { inBackup: true, personExport: 'graces', closedWithSeason: false },
  audit_events: { inBackup: true, personExport: 'record', closedWithSeason: false },
} satisfies Record<string, Declared>

/** Their names, in the order of the declaration. */
export const tableNames = Object.keys(tables) as (keyof typeof tables)[]
