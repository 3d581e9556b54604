/**
 * Every refusal by its code: the status it is sent with and the exact words a person reads.
 * Where the specification has a text for it, this is that text (8, error catalogue).
 */
export const refusals = {
  notSignedIn: [401, 'Please sign in first.'],
  needsLineMonitor: [403, 'This takes the line monitor role. Ask a super user for it.'],
  needsSuperUser: [403, 'This takes the super user role. Ask a super user for it.'],
  foreignOrigin: [403, 'This request came from another site and was refused.'],
  badRequest: [400, 'The request is not valid.'],
  notJson: [400, 'The body is not valid JSON.'],
  unsupportedType: [415, 'Send the body as application/json.'],
  tooLarge: [413, 'The request is too large.'],
  notFound: [404, 'There is nothing at this address.'],
  tooManyAttempts: [429, 'Too many attempts. Please wait a few minutes and try again.'],
  serverError: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, 'The server is busy or restarting. Please try again in a moment.'],

  wrongCredentials: [401, 'The netID or the password is not right.'],
  netIDInvalid: [400, 'A netID has 1 to 32 letters and digits.'],
  nameInvalid: [400, 'First and last name need 1 to 100 characters each.'],
  emailInvalid: [400, 'Please enter a valid e-mail address.'],
  passwordInvalid: [400, 'A password needs 8 to 128 characters.'],
  netIDTaken: [409, 'There is an account with this netID already. Try to log in.'],
  emailTaken: [409, 'There is an account with this e-mail address already.'],
  setupLinkUsed: [403, 'This set-up link was used already or is out of date.'],
  unknownUser: [404, 'There is no account with this netID.'],
  lastSuperUser: [409, 'The last super user cannot give up the role. Name another one first.'],

  linkInvalid: [400, 'The sign-up link must start with http:// or https://.'],

  noTents: [400, 'Choose at least one tent to check.'],
  unknownTent: [400, 'One of the tents is not on the roster. Reload and try again.'],
  checkInProgress: [409, 'A check is already in progress.'],
  missOrMake: [400, 'Send either misses (a Miss) or lastCheck (a Make), not both and not neither.'],
  noCheck: [409, 'No check is in progress, so nothing was marked.'],
  otherCheck: [409, 'That check is over, so the mark did not count. It is kept on record.'],
  tentNotInCheck: [409, 'This tent is not part of the check in progress.'],
  markedOtherwise: [409, 'A colleague marked this tent the other way before you.'],
  markIdReused: [409, 'This mark id belongs to another mark.'],
  listTooLong: [400, 'The list of excluded names is too long.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type RefusalCode = keyof typeof refusals

/** Texts of the specification that screens show. Sections 4, 5 and 8. */
export const texts = {
  loading: 'Loading...',
  passwordsDoNotMatch: 'Passwords do not match',
  passwordsDoNotMatchOnProfile: 'Passwords do not match.',
  tryAgain: 'An error occurred. Please try again.',
  tryAgainLater: 'An unexpected error occurred. Please try again later.',
  unexpected: 'An unexpected error occurred.',
  profileUpdated: 'Profile updated successfully!',
  profileFailed: 'Failed to load profile.',
  tentDataFailed: 'Failed to load tent data.',
  emailFailed: 'Failed to update email.',
  passwordFailed: 'Failed to update password.',
  noTentForNetID: 'We couldn’t find a tent associated with your netID.',
  linkNotSet: 'Tent registration link is not set yet.',
  registerTent: 'Register a Tent!',
  registrationClosed: 'Registration Closed',
  checkEnded: 'Check ended!',
  checkCanceled: 'Check canceled.',
  checkClosedUnseen: 'The check was over when this phone came back.',
  noMoreTents: 'No more tents — ending check now...',
  checkInProgress: 'A check is already in progress.',
  noMembersSelected: 'No members selected',
  unknownMonitor: 'Unknown User',
  logoutFailed: 'Logout failed',
  logoutError: 'Logout request error',
  registered: 'Registration successful! Please log in.',
  firstSuperUser: 'This account becomes the first super user of this Tent City.',
  nothingToUpdate: 'Enter a new e-mail address or a new password first.',
  tryAgainAction: 'Try again',
  runsTheCheck: 'Running a check takes the line monitor role. Ask a super user for it.',
  isExcluded: (name: string) => `${name} is excluded!`,
} as const
