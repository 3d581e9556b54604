import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** The tables as the query builder sees them; `migrations/` is what makes them. */

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const users = pgTable('users', {
  netID: text('net_id').primaryKey(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  isLineMonitor: boolean('is_line_monitor').notNull(),
  isSuperUser: boolean('is_super_user').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const sessions = pgTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  netID: text('net_id').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  device: text('device').notNull().default(''),
})

export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  windowEndsAt: moment('window_ends_at').notNull(),
  count: integer('count').notNull(),
})

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const tents = pgTable('tents', {
  id: text('id').primaryKey(),
  order: text('order').notNull(),
  name: text('name').notNull(),
  type: text('type').notNull(),
  captain: text('captain').notNull(),
  captainName: text('captain_name').notNull(),
  members: text('members').notNull(),
  netIDs: text('net_ids').notNull(),
  numberOfMisses: integer('number_of_misses').notNull(),
  dayNumber: integer('day_number'),
  nightNumber: integer('night_number'),
  lastMissLM: text('last_miss_lm').notNull(),
  dateOfLastMiss: text('date_of_last_miss').notNull(),
  lastCheck: text('last_check').notNull(),
  dateOfLastCheck: text('date_of_last_check').notNull(),
  retiredAt: moment('retired_at'),
  fromAirtable: boolean('from_airtable').notNull().default(false),
  became: text('became'),
  sentAt: moment('sent_at'),
})

export const checks = pgTable('checks', {
  id: uuid('id').primaryKey(),
  numCheckers: integer('num_checkers').notNull(),
  startedBy: text('started_by').notNull(),
  startedAt: moment('started_at').notNull(),
  endedAt: moment('ended_at'),
})

export const checkEvents = pgTable('check_events', {
  checkId: uuid('check_id').notNull(),
  number: integer('number').notNull(),
  kind: text('kind').notNull(),
  at: moment('at').notNull(),
  deviceTime: text('device_time'),
  netID: text('net_id'),
  byName: text('by_name').notNull(),
  tentId: text('tent_id'),
  outcome: text('outcome', { enum: ['miss', 'make'] }),
  requestId: uuid('request_id'),
  requestPart: integer('request_part').notNull().default(0),
  data: jsonb('data').notNull(),
})

export const ledgerEpoch = pgTable('ledger_epoch', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  epoch: uuid('epoch').notNull(),
})

export const auditEvents = pgTable('audit_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  at: moment('at').notNull(),
  netID: text('net_id'),
  kind: text('kind').notNull(),
  about: text('about'),
  data: jsonb('data').notNull(),
})

export const documents = pgTable('documents', {
  kind: text('kind', { enum: ['policy', 'calendar'] }).notNull(),
  sha256: text('sha256').notNull(),
  bytes: bytea('bytes').notNull(),
  number: integer('number').notNull(),
  uploadedBy: text('uploaded_by').notNull(),
  uploadedAt: moment('uploaded_at').notNull(),
})

export const outbox = pgTable('outbox', {
  kind: text('kind', { enum: ['airtable'] }).notNull(),
  checkId: uuid('check_id').notNull(),
  number: integer('number').notNull(),
  tentId: text('tent_id').notNull(),
  waitingSince: moment('waiting_since').notNull(),
  dueAt: moment('due_at').notNull(),
  plan: jsonb('plan'),
  attempts: integer('attempts').notNull().default(0),
  failure: text('failure'),
  givenUpAt: moment('given_up_at'),
})

export const airtablePace = pgTable('airtable_pace', {
  baseId: text('base_id').primaryKey(),
  slots: jsonb('slots').notNull(),
  blockedUntil: moment('blocked_until'),
  blockedBy: text('blocked_by'),
  month: text('month').notNull(),
  requests: integer('requests').notNull(),
})

export const seasonVersions = pgTable('season_versions', {
  version: integer('version').primaryKey(),
  rules: jsonb('rules').notNull(),
  savedBy: text('saved_by').notNull(),
  savedAt: moment('saved_at').notNull(),
})

export const graces = pgTable('graces', {
  id: text('id').primaryKey(),
  from: moment('from_at').notNull(),
  until: moment('until_at').notNull(),
  reason: text('reason').notNull(),
  declaredBy: text('declared_by').notNull(),
  declaredAt: moment('declared_at').notNull(),
  endedBy: text('ended_by'),
  endedAt: moment('ended_at'),
})
