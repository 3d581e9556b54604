/** The texts about marks that did not count or stay that the specification does not give. */
export const marksTexts = {
  checkOver: 'The check is over: a super user can correct its record.',
  goesOn:
    'It came while the check was closed. The check is on again: mark the tent again if it has no mark.',
  roleIsBack: 'It came while you did not have the role. Mark the tent again if it has no mark.',
  undoneLate: 'the undo has arrived, and your mark is gone. Mark it again if that is still to do.',
  notUndone: (why: string) => `not undone. ${why}`,
} as const
