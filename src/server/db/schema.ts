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
  passwordHash: text('password_hash'),
  isLineMonitor: boolean('is_line_monitor').notNull(),
  isSuperUser: boolean('is_super_user').notNull(),
  createdAt: moment('created_at').notNull(),
  isConfirmed: boolean('is_confirmed').notNull().default(false),
  isDisabled: boolean('is_disabled').notNull().default(false),
  resetLinkMadeAt: moment('reset_link_made_at'),
})

export const accountLinks = pgTable('account_links', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text('purpose', { enum: ['confirmNetID', 'resetPassword', 'confirmEmail'] }).notNull(),
  netID: text('net_id').notNull(),
  email: text('email'),
  expiresAt: moment('expires_at').notNull(),
  madeBy: text('made_by'),
})

export const scriptTokens = pgTable('script_tokens', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  name: text('name').notNull(),
  madeBy: text('made_by').notNull(),
  madeAt: moment('made_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export const sessions = pgTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  netID: text('net_id').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  device: text('device').notNull().default(''),
})

export const campusIdentities = pgTable('campus_identities', {
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  netID: text('net_id').notNull(),
  linkedAt: moment('linked_at').notNull(),
})

export const campusWaiting = pgTable('campus_waiting', {
  ticketHash: text('ticket_hash').primaryKey(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  netID: text('net_id').notNull(),
  name: text('name').notNull(),
  at: moment('at').notNull(),
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

export const members = pgTable('members', {
  id: uuid('id').primaryKey(),
  tentId: text('tent_id').notNull(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  netID: text('net_id'),
})

export const checks = pgTable('checks', {
  id: uuid('id').primaryKey(),
  numCheckers: integer('num_checkers').notNull(),
  startedBy: text('started_by').notNull(),
  startedAt: moment('started_at').notNull(),
  endedAt: moment('ended_at'),
  /** The order in which checks began, whatever the clock said. */
  sequence: bigint('sequence', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
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

export const answeredRequests = pgTable('answered_requests', {
  requestId: uuid('request_id').notNull(),
  part: integer('part').notNull(),
  checkId: uuid('check_id').notNull(),
  number: integer('number').notNull(),
  netID: text('net_id').notNull(),
  at: moment('at').notNull(),
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
  requestId: uuid('request_id'),
})

export const documents = pgTable('documents', {
  kind: text('kind', { enum: ['policy', 'calendar'] }).notNull(),
  sha256: text('sha256').notNull(),
  bytes: bytea('bytes').notNull(),
  /** null: uploaded before pages were counted. */
  pages: integer('pages'),
  number: integer('number').notNull(),
  uploadedBy: text('uploaded_by').notNull(),
  uploadedAt: moment('uploaded_at').notNull(),
})

export const outbox = pgTable('outbox', {
  kind: text('kind', { enum: ['airtable'] }).notNull(),
  checkId: uuid('check_id').notNull(),
  number: integer('number').notNull(),
  tentId: text('tent_id').notNull(),
  change: jsonb('change').notNull(),
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

export const pageVersions = pgTable('page_versions', {
  page: text('page', { enum: ['faq', 'contacts'] }).notNull(),
  number: integer('number').notNull(),
  markdown: text('markdown').notNull(),
  html: text('html').notNull(),
  savedBy: text('saved_by').notNull(),
  savedAt: moment('saved_at').notNull(),
})

export const announcements = pgTable('announcements', {
  id: uuid('id').notNull(),
  number: integer('number').notNull(),
  markdown: text('markdown').notNull(),
  html: text('html').notNull(),
  from: moment('from_at').notNull(),
  until: moment('until_at').notNull(),
  audience: text('audience', { enum: ['everyone', 'monitors'] }).notNull(),
  writtenBy: text('written_by').notNull(),
  writtenAt: moment('written_at').notNull(),
  endedAt: moment('ended_at'),
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

export const disputes = pgTable('disputes', {
  id: uuid('id').primaryKey(),
  checkId: uuid('check_id').notNull(),
  tentId: text('tent_id').notNull(),
  /** null: its season is closed. */
  filedBy: text('filed_by'),
  filedAt: moment('filed_at').notNull(),
  text: text('text').notNull(),
  outcome: text('outcome', { enum: ['upheld', 'vacated'] }),
  answer: text('answer'),
  answeredBy: text('answered_by'),
  answeredAt: moment('answered_at'),
})

export const notices = pgTable('notices', {
  id: text('id').primaryKey(),
  kind: text('kind', {
    enum: [
      'miss',
      'correction',
      'confirmNetID',
      'resetPassword',
      'confirmEmail',
      'resetLinkMade',
      'shifts',
    ],
  }).notNull(),
  netID: text('net_id').notNull(),
  about: text('about').notNull(),
  checkId: uuid('check_id'),
  tentId: text('tent_id'),
  outcome: text('outcome', { enum: ['make', 'miss', 'none'] }),
  sealed: text('sealed'),
  goodUntil: moment('good_until'),
  state: text('state', { enum: ['waiting', 'sent', 'failed', 'byHand', 'done'] }).notNull(),
  at: moment('at').notNull(),
  dueAt: moment('due_at').notNull(),
  tries: integer('tries').notNull().default(0),
  error: text('error'),
  messageID: text('message_id').notNull(),
  underWay: boolean('under_way').notNull().default(false),
  lostAnswers: integer('lost_answers').notNull().default(0),
  round: integer('round').notNull().default(0),
  isLate: boolean('is_late').notNull().default(false),
})

export const toldChecks = pgTable('told_checks', {
  checkId: uuid('check_id').primaryKey(),
  number: integer('number').notNull(),
  dueAt: moment('due_at'),
  told: jsonb('told'),
})

export const noticeSettings = pgTable('notice_settings', {
  netID: text('net_id').primaryKey(),
  settings: jsonb('settings').notNull(),
})

export const pushSubscriptions = pgTable('push_subscriptions', {
  endpoint: text('endpoint').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  madeAt: moment('made_at').notNull(),
})

export const pushes = pgTable('pushes', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind', {
    enum: ['grace', 'myTent', 'dispute', 'check', 'needed', 'shifts'],
  }).notNull(),
  topic: text('topic').notNull(),
  service: text('service').notNull().default(''),
  about: jsonb('about').notNull(),
  dueAt: moment('due_at').notNull(),
  goodUntil: moment('good_until').notNull(),
  sentTo: text('sent_to').notNull().default(''),
  onlyEndpoints: jsonb('only_endpoints').$type<readonly string[]>(),
  again: jsonb('again').$type<readonly string[]>().notNull().default([]),
  tries: integer('tries').notNull().default(0),
})

export const shiftTents = pgTable('shift_tents', {
  tentId: text('tent_id').primaryKey(),
  settings: jsonb('settings'),
  locks: jsonb('locks').notNull().default([]),
  draft: jsonb('draft'),
  job: jsonb('job'),
})

export const shiftPeople = pgTable('shift_people', {
  memberId: uuid('member_id').primaryKey(),
  tentId: text('tent_id').notNull(),
  netID: text('net_id'),
  isDeputy: boolean('is_deputy').notNull().default(false),
  deputyBy: text('deputy_by'),
  availability: jsonb('availability'),
  answeredAt: moment('answered_at'),
  feedHash: text('feed_hash'),
  substituteOn: jsonb('substitute_on').$type<string[]>().notNull().default([]),
})

export const shifts = pgTable('shifts', {
  id: uuid('id').primaryKey(),
  tentId: text('tent_id').notNull(),
  memberId: uuid('member_id').notNull(),
  from: moment('from_at').notNull(),
  until: moment('until_at').notNull(),
  arrivedAt: moment('arrived_at'),
  told: jsonb('told').$type<readonly string[]>().notNull().default([]),
})

export const shiftSwaps = pgTable('shift_swaps', {
  id: uuid('id').primaryKey(),
  tentId: text('tent_id').notNull(),
  kind: text('kind', { enum: ['give', 'ask', 'exchange'] }).notNull(),
  by: uuid('by_member').notNull(),
  to: uuid('to_member'),
  shiftId: uuid('shift_id').notNull(),
  forShiftId: uuid('for_shift_id'),
  takenBy: uuid('taken_by'),
  at: moment('at').notNull(),
})

/** A shift that changed hands: from its first instant to its last, from one member to another. */
type ShiftMove = { from: string; until: string; was: string; becomes: string }

export const shiftLog = pgTable('shift_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  tentId: text('tent_id').notNull(),
  at: moment('at').notNull(),
  netID: text('net_id').notNull(),
  as: text('acted_as', { enum: ['captain', 'deputy', 'superUser', 'member'] }).notNull(),
  what: text('what', {
    enum: [
      'settings',
      'deputyNamed',
      'deputyEnded',
      'unlinked',
      'answered',
      'linked',
      'locked',
      'stopped',
      'planned',
      'published',
      'swapApproved',
      'swapDeclined',
      'swapTaken',
      'swapOffered',
      'swapWithdrawn',
      'substitute',
      'substituteEnded',
      'arrived',
      'arrivalTakenBack',
      'feedMade',
      'feedEnded',
    ],
  }).notNull(),
  about: uuid('about'),
  moves: jsonb('moves').$type<readonly ShiftMove[]>().notNull().default([]),
})
