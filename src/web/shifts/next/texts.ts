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
  byNetID: ' · matches your netID',
  nobodyLeft: 'Every name in your tent is already linked to an account.',
  captainMends: 'If that is wrong, your captain can fix it.',
  youMend: 'If that is wrong, you can fix it in Planning.',
  notLinked: 'Say which member of your tent you are, and your shifts show up here.',
  youAre: (name: string) => `You are ${name}.`,
  thanks: 'Your tent sees that you are there.',
} as const
