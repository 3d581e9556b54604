/** The texts about tents that the specification does not give. */
export const tentsTexts = {
  reported: 'The super users are told. Thank you.',
  reportFailed: 'The super users could not be told.',
  reportUnanswered: 'No answer came. Try again: it does no harm if it is told twice.',
  countFailed: 'The number of tents could not be loaded.',
} as const
