/** The texts about settings that the specification does not give. */
export const settingsTexts = {
  airtableDisconnected: 'Airtable is disconnected; its settings are forgotten.',
  airtableDisconnectFailed: 'Airtable could not be disconnected.',
  linkHidden: 'The home page says “Registration Closed”. Turn this on to show the link there.',
  linkLoadFailed: 'The sign-up link could not be loaded.',
  registrationFailed: 'Tent registration could not be loaded.',
} as const
