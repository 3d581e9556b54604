/** The texts about Airtable and the roster that the specification does not give. */
export const rosterSyncTexts = {
  syncFailed: 'The state of the roster could not be loaded.',
  pullFailed: 'The roster could not be pulled.',
  pullUnanswered: 'No answer came. The last pull is shown above.',
  sentAgain: 'All that was refused is being sent again.',
  givenUp: 'Given up: it is not sent again.',
  differenceSent: 'It is being sent.',
  differenceSettled: 'Settled: Airtable is right.',
} as const
