/** What is said of Airtable and the roster, beside the texts of the specification. */
export const rosterSyncTexts = {
  pullFailed: 'The roster could not be pulled.',
  pullUnanswered: 'No answer came. What was pulled last stands above.',
} as const
