import { counted } from '../../shared/counted.ts'

/** The texts about settings that the specification does not give. */
export const settingsTexts = {
  airtableDisconnected: 'Airtable is disconnected; its settings are forgotten.',
  airtableDisconnectFailed: 'Airtable could not be disconnected.',
  tentsFollow:
    'From then on the tents follow this table: a tent that is not in it leaves the roster, and no file is imported.',
  resultsWait: (count: number) =>
    `${counted(count, 'result')} still ${count === 1 ? 'waits' : 'wait'} to be sent. Nothing that waits reaches Airtable while it is disconnected.`,
  linkHidden: 'The home page says “Registration Closed”. Turn this on to show the link there.',
  linkLoadFailed: 'The sign-up link could not be loaded.',
  registrationFailed: 'Tent registration could not be loaded.',
} as const
