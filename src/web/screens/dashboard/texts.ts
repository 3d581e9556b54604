const noTents = 'No tents yet'

/** The texts of the dashboard that the specification does not give. */
export const dashboardTexts = {
  seesUsers: 'Seeing who has an account needs the line monitor role. Ask a super user for it.',
  seesAirtable: 'The Airtable settings need the super user role.',
  uploadsFiles: 'Uploading documents needs the super user role.',
  writesPages: 'Writing pages and announcements needs the super user role.',
  changesLink: 'Changing the sign-up link needs the super user role.',
  seesAudit: 'The audit needs the super user role.',
  seesPersons: 'What is kept about a person needs the super user role.',
  numbersFailed: 'Some of these numbers could not be loaded.',
  tentsFailed: 'The tents could not be loaded.',
  notOnRoster: 'This tent is no longer on the roster.',
  noTents,
  source: {
    airtable: 'The tents come from Airtable and are changed there',
    file: 'The tents are kept here',
    none: noTents,
  },
  firstText: 'Original text: not changed yet',
  noChecks: 'This tent has not been in a check yet. Each one shows up here once it is over.',
  makesTokens: 'Tokens for programs need the super user role.',
  seesHealth: 'The server’s health needs the super user role.',
  closesSeason: 'Closing the season needs the super user role.',
  answersDisputes: 'Answering disputes needs the super user role.',
  seesNotices: 'Notices need the super user role.',
  seesTents:
    'Seeing the tents with their members needs the line monitor role. Ask a super user for it.',
  seesFile: 'The roster as a file needs the super user role.',
  seesClosed: 'Seeing past seasons needs the line monitor role.',
  stateFailed: 'Could not be loaded',
  stateLoading: '…',
} as const
