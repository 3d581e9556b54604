/** The texts about settings that the specification does not give. */
export const settingsTexts = {
  airtableDisconnected: 'Airtable is disconnected; its settings are forgotten.',
  airtableDisconnectFailed: 'Airtable could not be disconnected.',
  linkHidden: 'The home page says “Registration Closed”. Turn this on to show the link there.',
} as const
