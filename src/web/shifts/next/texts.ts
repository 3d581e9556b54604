/** The texts about one's next shift. */
export const nextTexts = {
  noPlan: 'No plan is published yet.',
  noPlanHint: 'Say when you can be there; your captain makes the plan from it.',
  noPlanHintPlanner: 'Say when you can be there, then make the plan.',
  planNow: 'Your times are in: see who else has answered, and make the plan.',
  noShift: 'No shift is planned for you.',
  noShiftHint: 'You can take one that somebody gives away.',
  who: 'Which of these are you?',
  whoHint: 'Your shifts and times are kept under this name.',
  byNetID: ' · your netID stands here',
  nobodyLeft: 'Every name of your tent is linked to an account already.',
  captainMends: 'Your captain can mend it.',
  youMend: 'You can mend it in Planning.',
  notLinked: 'Say which member of your tent you are, and your shifts stand here.',
  youAre: (name: string) => `You are ${name}.`,
  thanks: 'Your tent sees that you are there.',
} as const
