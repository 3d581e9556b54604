/** The texts about the tent check that the specification does not give. */
export const tentCheckTexts = {
  checkClosedUnseen: 'The check had already ended when this phone reconnected.',
  restored:
    'The server was restored from a backup. What you see is what it knows; marks made since then may be missing.',
  exclusionsUnsent: (names: readonly string[]) =>
    `The check is over, and the server did not say whether these count: ${names.join(', ')}.`,
  runsTheCheck: 'Running a check needs the line monitor role. Ask a super user for it.',
} as const
