/** The texts about accounts that the specification does not give. */
export const accountsTexts = {
  fillIn: 'Please fill this in.',
  takenAlready: 'Taken already.',
  chooseAnother: 'Choose another one.',
  notTheSame: 'This does not match the password above.',
  confirmationSent: 'A link is on its way to your campus address. It is good for a day.',
  confirmationFailed: 'The link could not be sent.',
  notConfirmedYet: 'It is not confirmed yet.',
  linkUnanswered: 'No answer came. Try again.',
  linkMissing: 'This link is not complete. Open the one in your newest mail.',
  resetSent:
    'If there is an account with this netID, a link is on its way. It is good for an hour.',
  passwordChanged: 'Your password is changed.',
  passwordReset: 'Your new password is set. You are signed out everywhere.',
  passwordMayBeReset: 'It may be set already: try to log in with it.',
  emailMayBeYours: 'It may be your address already: your profile shows it.',
  emailPending: (email: string) =>
    `A link is on its way to ${email}. Your address stays as it is until you open it.`,
  resetLinkWasMade: (time: string) =>
    `A super user made a link that can change the password of this account (${time}). If you did not ask for it, change your password and tell another super user. Either way, check that the e-mail address below is yours.`,
  doneToMany: (act: string, done: number, of: number) =>
    `${act}: done for ${done === of ? done : `${done} of ${of}`}.`,
  usersFailed: 'The users could not be loaded.',
  manyUnanswered: 'No answer came. The list shows what is done.',
  noNetIDs: 'There is no netID in this. Paste one or more.',
  noneHasAccount: (netIDs: readonly string[]) => `None has an account: ${netIDs.join(', ')}.`,
  haveNoAccount: (netIDs: readonly string[]) =>
    `No account, so nothing is done: ${netIDs.join(', ')}.`,
  areWords: (netIDs: readonly string[]) =>
    `These may be names or a heading, which anybody can register as netIDs. Look at whose accounts they are: ${netIDs.join(', ')}.`,
  areNotConfirmed: (netIDs: readonly string[]) =>
    `Nobody has confirmed yet that these netIDs are theirs: ${netIDs.join(', ')}. A role shows them every tent.`,
  passwordForSuperUsers: 'Super users can log in with a password',
  registered: 'Registration successful! Please log in.',
  firstSuperUser: 'This account becomes the first super user of this Tent City.',
  nothingToUpdate: 'Enter a new e-mail address or a new password first.',
  changesRoles: 'Changing roles needs the super user role.',
  sessionsFailed: 'The list of your devices could not be loaded.',
  signedInNowhereElse: 'You are not signed in anywhere else.',
  signedOutThere: 'Signed out there.',
  signedOutEverywhere: 'Signed out everywhere.',
  wasNotSignedIn: 'They were not signed in anywhere.',
  othersSignedOut: 'Signed out everywhere else.',
  endFailed: 'The session could not be ended.',
  endUnanswered: 'No answer came. What is still in the list is still signed in.',
} as const
