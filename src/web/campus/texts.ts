import { texts } from '../../shared/messages.ts'

/** The texts about the campus sign-in that the specification does not give. */
export const campusTexts = {
  campusUnavailable:
    'The sign-in of your campus cannot be reached just now. Please try again in a few minutes.',
  campusNoNetID:
    'Your campus did not say which netID is yours, so nobody could be signed in. Ask a super user for help.',
  campusRefused:
    'Signing in through your campus did not work. Please try again, and ask a super user if it goes on.',
  campusNotYours:
    'This link does not belong to this browser, so nobody was signed in. Please sign in yourself.',
  campusEntering: 'Signing you in…',
  campusUnanswered: 'No answer came, so nobody was signed in. Please sign in once more.',
  campusLinkTitle: 'Is this account yours?',
  campusLink:
    'There is an account with your netID already. If it is yours, enter its password once: from then on your campus account leads to it.',
  campusLinkElse:
    'You don’t know the password, or did not make this account? A super user sees that you wait for it and can hand it over to you.',
  campusWaiting:
    'Somebody else registered these netIDs, it seems: whoever the campus says they are came, and does not know the password.',
  handedOver: (netID: string, name: string) => `${netID} is handed over to ${name}.`,
  handOverFailed: 'The account could not be handed over.',
  handOverUnanswered: 'No answer came. Reload to see whether it is handed over.',
  accountDisabled: texts.accountDisabled,
} as const
