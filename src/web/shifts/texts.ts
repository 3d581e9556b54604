/** The texts of the shifts' screen. */
export const shiftsTexts = {
  noTent: 'Shifts are planned by tent, and you are not in one yet.',
  noTentHint: 'Ask your tent’s captain to add your netID to the roster.',
  noTents: 'There are no tents yet. Add them on the dashboard first.',
  whichTent: 'Which tent do you help?',
  whichOfMine: 'Which of your tents?',
} as const
