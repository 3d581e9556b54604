/** The texts about tokens for programs. */
export const programsTexts = {
  about:
    'A token lets a program read past checks and their tables, and nothing else. It ends when the person who made it is no longer a super user, or their password is reset. /api/openapi.json lists what to ask for.',
  tokensFailed: 'The tokens could not be loaded.',
  noTokens: 'There is none yet. Name what it is for, and make one above.',
  tokenMade: 'Copy it now: it is shown only once.',
  tokenFailed: 'The token could not be made.',
  tokenUnanswered: 'No answer came. If a new token stands in the list, end it and make another.',
  nameMissing: 'Give the token a name, so that you know later what it is for.',
  tokenEnded: (name: string) => `The token “${name}” is ended.`,
  endFailed: 'The token could not be ended.',
  endUnanswered: 'No answer came. The list says whether it is ended.',
} as const
