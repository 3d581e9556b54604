import { counted } from '../../../shared/counted.ts'
import { tentLabel } from '../../../shared/tents/label.ts'

/** The texts about the roster on the dashboard. */
export const rosterTexts = {
  importFailed: 'The roster could not be imported.',
  importUnanswered: 'The server could not be reached. Reload to see whether it was imported.',
  previewUnanswered: 'The server could not be reached, so nothing was imported.',
  fileUnreadable: 'The file could not be read. Please choose it again.',
  imported: 'The roster is imported.',
  leftOut: (count: number) =>
    `${count} more ${count === 1 ? 'is' : 'are'} left out while the check is on; import the file again after it.`,
  importedInPart: (count: number) =>
    `Only texts were imported: ${counted(count, 'change')} ${count === 1 ? 'is' : 'are'} left out while the check is on. Import the file again after it.`,
  rosterIsAirtables: 'The tents come from Airtable, so nothing is imported from a file.',
  aboutColumns:
    'They can be in any order; others are ignored, and a column that is missing is empty for every tent. The roster as it is downloaded has the ids of tents as well, and what checks wrote. Separate cells with commas, semicolons or tabs; put quotes around a cell that contains one. A row without an id is the tent of the same order and name.',
  columns: {
    order: 'The place in which the tent is called: A, B, AA, or 1, 2. Letters come first.',
    name: 'What the tent is called.',
    type: 'Black, Blue, White, Flex, or what your season has.',
    captain:
      'The captain’s netID, alone and in small letters. With a name alone, nobody in the tent can plan its shifts.',
    captainName: 'The captain’s name, as it stands in Members.',
    members: 'First and last names, separated by commas.',
    netIDs: 'As many as there are members, in the same order.',
    dayNumber: 'How many must be there by day; leave empty to use the season’s number.',
    nightNumber: 'How many must be there by night; leave empty to use the season’s number.',
  },
  missesAtLeast: [
    ['0', 'Any'],
    ['1', '1 or more'],
    ['2', '2 or more'],
    ['3', '3 or more'],
  ],
  sortings: {
    order: 'Order',
    name: 'Name',
    type: 'Type',
    people: 'Most people',
    misses: 'Most misses',
  },
  tentsFound: (found: number, all: number) => {
    if (all === 0) return 'There are no tents yet.'
    if (found === 0) return 'No tent matches.'
    return found === all ? counted(all, 'tent') : `${found} of ${counted(all, 'tent')}`
  },
  netIDsAreGuesses:
    'Each netID is shown beside the member in the same place in the roster; nobody has checked whose it is.',
  noAccounts: 'No account matches this tent. Ask its members to register.',
  isDisabled: 'the account is disabled',
  hasOther: ({ order, name }: { order: string; name: string }) =>
    `has ${tentLabel({ order, name })}, which names them first`,
  editFailed: 'The roster could not be changed.',
  nowIs: (value: string) => (value === '' ? 'It is empty now.' : `Now it is: ${value}`),
  editUnanswered: 'The server could not be reached. Reload to see whether the roster was changed.',
  aboutRetiring:
    'It will no longer be in lists or new checks. Its history stays, and adding its order and name again brings it back.',
  empty: 'empty',
  noName: '(without a name)',
  othersStay: (count: number) => (count === 1 ? '1 other stays' : `${count} others stay`),
} as const
