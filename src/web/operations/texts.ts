import { counted } from '../../shared/counted.ts'

/** The texts about the server itself. */
export const operationsTexts = {
  isSafe: 'Tonight is safe.',
  healthFailed: 'The server’s health could not be loaded.',
  diskIsLow: 'Less than 1 GB of disk is free. Make room: without it no mark can be saved.',
  backupIsOld: 'The last backup is older than two hours. Make one now, and look into the log.',
  airtableWaits: 'Results have waited for Airtable for more than 15 minutes. See Roster.',
  noticesWait: 'Notices have waited for more than 15 minutes. Is the mail server there?',
  requestsFailed: (count: number) =>
    `${counted(count, 'request')} failed in the last hour. The log says why, by the ids below.`,
  versionsDiffer: 'The servers run different versions. Update them to the same one.',
  backupByItself: 'Not made here: use PostgreSQL’s own tools.',
  noBackupYet: 'None yet; one is made every hour',
  backupMade: 'The backup is downloaded. It holds everything, password hashes too: keep it safe.',
  backupFailed: 'The backup could not be made.',
  backupUnanswered: 'No answer came, so nothing was downloaded.',
} as const
