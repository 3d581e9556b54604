/**
 * The texts of the specification (4, 5 and 8), and others that server and browser share. Those of the
 * dashboard are in `dashboard-messages.ts`, so that no other screen loads them.
 */
export const texts = {
  loading: 'Loading...',
  loadingDocument: 'Loading…',
  noPolicy: 'No policy uploaded yet.',
  noCalendar: 'No calendar file uploaded yet.',
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
  actionFailed: 'Action failed.',
  linkNotSet: 'Tent registration link is not set yet.',
  registerTent: 'Register a Tent!',
  registrationClosed: 'Registration Closed',
  checkEnded: 'Check ended!',
  checkCanceled: 'Check canceled.',
  noMoreTents: 'No more tents — ending check now...',
  noMembersSelected: 'No members selected',
  unknownMonitor: 'Unknown User',
  logoutFailed: 'Logout failed',
  logoutError: 'Logout request error',
  isExcluded: (name: string) => `${name} is excluded!`,

  netIDInvalid: 'A netID has 1 to 32 letters and digits.',
  nameInvalid: 'First and last name need 1 to 100 characters each, none of them invisible.',
  emailInvalid: 'Please enter a valid e-mail address.',
  passwordInvalid: 'A password needs 8 to 128 characters.',
  accountDisabled: 'This account is disabled. Ask a super user.',
  checkUnreadable:
    'The check in progress cannot be read. It can only be cancelled, on the dashboard.',
} as const
