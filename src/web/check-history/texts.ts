/** The texts about past checks that the specification does not give. */
export const checkHistoryTexts = {
  seesChecks: 'Past checks need the line monitor role. Ask a super user for it.',
  checksLoadFailed: 'Past checks could not be loaded.',
  noneYet: 'There was none yet.',
  statisticsLoadFailed: 'The figures of past checks could not be loaded.',
  statisticsEmpty: 'No check ended in this time. Choose a longer one.',
  closedSeasonsLoadFailed: 'The seasons that are closed could not be loaded.',
  closedSeasonsEmpty:
    'No season is closed yet. A super user closes this one under “End of the season”, when it is over.',
  closedByMistake: 'Closed by mistake?',
  goesOn:
    'The check goes on where it was: its marks and calls stand, and line monitors can mark the tents that remain. Grace from its end is over.',
  checkLoadFailed: 'This check could not be loaded.',
  noLinesFound: 'No tent fits. Empty the search or choose another outcome.',
  whoCorrects: 'A super user corrects how a tent stood, with a reason.',
  corrected: (tent: string, outcome: string) => `${tent} is corrected: ${outcome}.`,
  answerInstead: 'A correction is no answer: the dispute stays open.',
  reasonIsRead: 'The tent’s members read it, too.',
  reasonIsNotKept: 'Its season is closed, so only the outcome is kept.',
  correctionIncomplete: 'Choose how it is to stand, and say why.',
  correctionFailed: 'It could not be corrected.',
  correctionUnanswered: 'No answer came, so it may be corrected or not. Try again: it counts once.',
  nowFailed: 'How your tent stands could not be loaded.',
  nowAsOf: (when: string) => `Offline: as of ${when}.`,
  offSeason: 'It is off season: there are no checks.',
  recordLoadFailed: 'Past checks of your tent could not be loaded.',
  recordEmpty: 'Your tent was in no check yet. Each one stands here once it is over.',
} as const
