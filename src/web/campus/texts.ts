import { texts } from '../../shared/messages.ts'

/** The texts about the campus sign-in that the specification does not give. */
export const campusTexts = {
  campusUnavailable:
    'The sign-in of your campus cannot be reached just now. Please try again in a few minutes.',
  campusNoNetID:
    'Your campus did not say which netID is yours, so nobody could be signed in. Ask a super user for help.',
  campusRefused:
    'Signing in through your campus did not work. Please try again, and ask a super user if it keeps happening.',
  campusNotYours:
    'This link does not belong to this browser, so nobody was signed in. Please sign in yourself.',
  campusEntering: 'Signing you in…',
  campusUnanswered: 'No answer came, so nobody was signed in. Please sign in once more.',
  campusLinkTitle: 'Is this account yours?',
  campusLink:
    'There is an account with your netID already. If it is yours, enter its password once: from then on you sign in to it through your campus.',
  campusLinkElse:
    'Did not make this account, or cannot get a new password? A super user can see that you are waiting and hand it over to you.',
  campusWaiting:
    'It seems somebody else registered these netIDs: the people they belong to came through the campus sign-in but do not know the password.',
  handedOver: (netID: string, name: string) => `${netID} is handed over to ${name}.`,
  handOverFailed: 'The account could not be handed over.',
  handOverUnanswered: 'No answer came. Reload to see whether it is handed over.',
  accountDisabled: texts.accountDisabled,
} as const
