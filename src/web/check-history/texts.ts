/** The texts about past checks that the specification does not give. */
export const checkHistoryTexts = {
  seesChecks: 'Past checks need the line monitor role. Ask a super user for it.',
  checksLoadFailed: 'Past checks could not be loaded.',
  noneYet: 'No check yet.',
  statisticsLoadFailed: 'The figures of past checks could not be loaded.',
  statisticsEmpty: 'No check ended in this time. Choose a longer one.',
  closedSeasonsLoadFailed: 'The seasons that are closed could not be loaded.',
  closedSeasonsEmpty:
    'No season is closed yet. A super user closes this one under “End of the season”, when it is over.',
  closedByMistake: 'Closed by mistake?',
  goesOn:
    'The check picks up where it left off: its marks and calls stay, and line monitors can mark the remaining tents. Grace from its end is over.',
  checkLoadFailed: 'This check could not be loaded.',
  checkUnreadable: 'Its events cannot be read here: ask the person who runs the server.',
  noLinesFound: 'No tent matches. Clear the search or choose another outcome.',
  whoCorrects: 'A super user can correct a tent’s outcome, with a reason.',
  corrected: (tent: string, outcome: string) => `${tent} is corrected: ${outcome}.`,
  answerInstead: 'A correction does not answer the dispute: it stays open.',
  reasonIsRead: 'The tent’s members read it, too.',
  reasonIsNotKept: 'Its season is closed, so only the outcome is kept.',
  correctionIncomplete: 'Choose the right outcome and say why.',
  correctionFailed: 'It could not be corrected.',
  correctionUnanswered:
    'No answer came, so it may or may not be corrected. Try again: it counts once.',
  nowFailed: 'The status of your tent could not be loaded.',
  offSeason: 'It is off season: there are no checks.',
  recordLoadFailed: 'Past checks of your tent could not be loaded.',
  recordEmpty: 'Your tent has not been in a check yet. Each one shows up here once it is over.',
} as const
