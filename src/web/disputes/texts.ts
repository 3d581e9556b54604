/** The texts about disputes that the specification does not give. */
export const disputesTexts = {
  disputesLoadFailed: 'The disputes could not be loaded.',
  disputesEmpty:
    'No Miss is disputed. Tenters can dispute one on their profile for a while after a check; it then waits here for your answer.',
  disputeOpen: 'Not answered yet. The answer will show up here.',
  disputeLeft: 'Its season was closed before it was answered.',
  leftTent: 'This tent is not on the roster any more. Its checks are still yours to dispute.',
  answerChanged: 'It was changed after this answer.',
  disputeIncomplete: 'Say what happened, in 10 characters or more.',
  disputeSent: 'It is sent.',
  disputeFailed: 'The Miss could not be disputed.',
  disputedMeanwhile: (name: string) => `${name || 'Somebody'} has already disputed it.`,
  disputeTimeOver: 'The time to dispute it is over.',
  notDisputable:
    'Only members whose netID stands in the roster’s netIDs can dispute it: ask your captain to add yours.',
  disputeOver: 'It cannot be disputed any more.',
  disputeUnanswered: 'No answer came, so it may or may not be sent. Try again: it counts once.',
  answered: 'Answered.',
  answeredMeanwhile: (name: string) => `${name || 'Somebody'} has already answered it.`,
  answerIncomplete: 'Say why. The tent’s members read it.',
  noMissStands: 'There is no Miss any more.',
  answerFailed: 'The dispute could not be answered.',
  answerUnanswered: 'No answer came, so it may or may not be answered. Try again: it counts once.',
} as const
