import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { AuditEvent } from '../../src/shared/audit/contract.ts'

/** What `docs/security.md` calls each event of the audit. */
const words: Record<AuditEvent['kind'], string> = {
  roleChanged: 'roles given and taken',
  airtableSettingsSaved: 'Airtable settings',
  airtableDisconnected: 'Airtable disconnected',
  scriptTokenMade: 'tokens for programs made and ended',
  scriptTokenEnded: 'tokens for programs made and ended',
  backupMade: 'backups downloaded',
  tentLinkChanged: 'the sign-up link',
  documentUploaded: 'documents',
  pageSaved: 'written pages',
  announcementAdded: 'announcements made, changed and ended',
  announcementChanged: 'announcements made, changed and ended',
  announcementEnded: 'announcements made, changed and ended',
  rosterImported: 'imports',
  rosterPulled: 'pulls of Airtable that changed the roster',
  tentEdited: 'tents changed by hand',
  resultsGivenUp: 'results given up',
  differenceSettled: 'differences with Airtable settled',
  demoLoaded: 'the demo season',
  userConfirmed: 'accounts confirmed,',
  accountDisabled: 'disabled,',
  resetLinkMade: 'links to a new password made by a super user',
  netIDsLeftUnproven: 'that netIDs stay unproven',
  strangerReported: 'reported as strangers',
  signInFailed: 'failed sign-ins of accounts that exist',
  sessionsEnded: 'sessions that were ended',
  passwordChanged: 'passwords set',
  accountTakenOver: 'handed over to the campus',
  dataExported: 'persons exported',
  noticeTickedOff: 'notices ticked off',
  seasonClosed: 'a season closed',
  seasonSaved: 'rules saved',
  graceDeclared: 'grace declared and ended',
  graceEnded: 'grace declared and ended',
  markRefused: 'marks refused',
  tentCorrected: 'corrections',
  disputeAnswered: 'answers to disputes',
}

const security = readFileSync('docs/security.md', 'utf8')
const [, list = ''] =
  /^- \*\*The audit\*\* is written .*?: (.*?)\. Not in it: /m.exec(security) ?? []

it.each(Object.entries(words))('docs/security.md says that the audit holds %s', (_, word) => {
  expect(list).toContain(word)
})
