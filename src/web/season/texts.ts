/** The texts about the season that the specification does not give. */
export const seasonTexts = {
  changesSeason: 'Changing the rules of the season and declaring grace need the super user role.',
  seasonLoadFailed: 'The rules of the season could not be loaded.',
  seasonSaved: (version: number) => `The rules are saved. They are version ${version}.`,
  seasonFailed: 'The rules could not be saved.',
  seasonUnanswered:
    'No answer came. If it still says “Not saved yet.”, save again: it counts once.',
  versionsFailed: 'Who changed the rules could not be loaded.',
  versionsEmpty: 'Nobody has changed them yet. Once a super user does, each version shows up here.',
  graceDeclared: 'Grace is declared.',
  gracesFailed: 'The grace that was declared could not be loaded.',
  graceEnded:
    'The grace is over. Nobody gets a message: if it was announced, end that announcement, too.',
  graceCalledOff:
    'The grace is called off. Nobody gets a message: if it was announced, end that announcement, too.',
  graceFailed: 'Grace could not be declared.',
  graceEndFailed: 'The grace could not be ended.',
  graceUnanswered: 'No answer came. Look above to see what grace is set.',
} as const
