import { describe, expect, it } from 'vitest'
import type { AuditEvent, ChangedTent } from '../../shared/audit/contract.ts'
import { timesIn } from '../ui/times.ts'
import { columnsText, eventText } from './words.ts'

const harper = { id: 1, at: '2026-01-19T03:04:00Z', netID: 'head1', by: 'Harper Quinn' }
const server = { ...harper, netID: null, by: '' }
const times = timesIn('America/New_York')
const about = 'monitor1'
const corrected = { kind: 'tentCorrected', checkId: 'c', number: 5, tent: 'A Ants' } as const
const answered = { kind: 'disputeAnswered', checkId: 'c', tent: 'A Ants' } as const
const lightning = {
  from: '2026-01-19T07:00:00.000Z',
  until: '2026-01-19T08:16:00.000Z',
  reason: 'Lightning',
}
const { reason: _, ...announced } = lightning

describe('an event of the audit', () => {
  it.each<[AuditEvent, string]>([
    [
      { ...harper, kind: 'roleChanged', about, role: 'isLineMonitor', value: true },
      'Harper Quinn gave monitor1 the line monitor role',
    ],
    [
      { ...server, kind: 'roleChanged', about, role: 'isSuperUser', value: false },
      'The person who runs the server took the super user role from monitor1',
    ],
    [
      { ...harper, kind: 'airtableSettingsSaved', baseId: 'a', tableId: 't', isKeyNew: true },
      'Harper Quinn saved the Airtable settings with a new key',
    ],
    [
      { ...harper, kind: 'airtableSettingsSaved', baseId: 'a', tableId: 't', isKeyNew: false },
      'Harper Quinn saved the Airtable settings',
    ],
    [{ ...harper, kind: 'airtableDisconnected' }, 'Harper Quinn disconnected Airtable'],
    [
      { ...harper, ...corrected, from: 'miss', outcome: 'none', reason: 'Was there.' },
      'Harper Quinn corrected A Ants from a Miss to unmarked: Was there.',
    ],
    [
      { ...harper, ...corrected, from: 'none', outcome: 'make', reason: '' },
      'Harper Quinn corrected A Ants from unmarked to a Make',
    ],
    [
      { ...harper, ...answered, outcome: 'vacated', reason: 'They were there.' },
      'Harper Quinn answered the dispute of A Ants and took its Miss away: They were there.',
    ],
    [
      { ...harper, ...answered, outcome: 'upheld', reason: '' },
      'Harper Quinn answered the dispute of A Ants and kept its Miss',
    ],
    [
      { ...harper, kind: 'tentLinkChanged', url: 'https://a.example', active: true },
      'Harper Quinn opened registration, its link https://a.example',
    ],
    [
      { ...harper, kind: 'tentLinkChanged', url: '', active: false },
      'Harper Quinn closed registration, without a link',
    ],
    [
      { ...harper, kind: 'userConfirmed', about, value: true },
      'Harper Quinn confirmed that the netID of monitor1 is theirs',
    ],
    [
      { ...harper, kind: 'userConfirmed', about, value: false },
      'Harper Quinn took back that the netID of monitor1 is confirmed',
    ],
    [
      { ...harper, kind: 'userConfirmed', about: 'head1', value: true },
      'Harper Quinn confirmed their netID',
    ],
    [
      { ...harper, kind: 'accountDisabled', about, value: true },
      'Harper Quinn disabled the account of monitor1',
    ],
    [
      { ...harper, kind: 'accountDisabled', about, value: false },
      'Harper Quinn enabled the account of monitor1',
    ],
    [
      { ...harper, kind: 'resetLinkMade', about },
      'Harper Quinn made a password reset link for monitor1',
    ],
    [{ ...harper, kind: 'netIDsLeftUnproven' }, 'Harper Quinn decided that netIDs need no proof'],
    [
      { ...harper, kind: 'strangerReported', about: 'smith', tent: 'A Ants' },
      'Harper Quinn said that smith, who sees A Ants, is not a member of that tent',
    ],
    [
      { ...harper, kind: 'documentUploaded', document: 'policy' },
      'Harper Quinn uploaded the policy',
    ],
    [
      { ...harper, kind: 'pageSaved', page: 'faq', number: 3 },
      'Harper Quinn saved the FAQ (version 3)',
    ],
    [
      { ...harper, kind: 'announcementAdded', ...announced, audience: 'everyone' },
      'Harper Quinn announced something to everyone, from 1/19/2026, 2:00 AM Eastern to 1/19/2026, 3:16 AM Eastern',
    ],
    [
      { ...harper, kind: 'announcementChanged', ...announced, audience: 'monitors' },
      'Harper Quinn changed an announcement to line monitors, from 1/19/2026, 2:00 AM Eastern to 1/19/2026, 3:16 AM Eastern',
    ],
    [
      { ...harper, kind: 'announcementEnded', ...announced, audience: 'everyone' },
      'Harper Quinn ended an announcement to everyone, from 1/19/2026, 2:00 AM Eastern to 1/19/2026, 3:16 AM Eastern',
    ],
    [
      { ...server, kind: 'rosterImported', added: 3, changed: 1, retired: 0, tents: [] },
      'The person who runs the server imported a roster: 3 added, 1 changed, 0 retired',
    ],
    [
      { ...harper, kind: 'rosterPulled', added: 0, changed: 1, retired: 0, tents: [] },
      'Harper Quinn pulled the roster from Airtable: 0 added, 1 changed, 0 retired',
    ],
    [
      { ...server, kind: 'rosterPulled', added: 0, changed: 1, retired: 0, tents: [] },
      'The roster followed Airtable: 0 added, 1 changed, 0 retired',
    ],
    [
      { ...harper, kind: 'tentEdited', tent: 'A Ants', change: 'added', columns: [] },
      'Harper Quinn put A Ants on the roster',
    ],
    [
      {
        ...harper,
        kind: 'tentEdited',
        tent: 'A Ants',
        change: 'changed',
        columns: ['Order', 'Type'],
      },
      'Harper Quinn changed A Ants: Order, Type',
    ],
    [
      { ...harper, kind: 'tentEdited', tent: 'A Ants', change: 'retired', columns: [] },
      'Harper Quinn took A Ants off the roster',
    ],
    [
      { ...harper, kind: 'resultsGivenUp', tent: 'A Ants', results: 2 },
      'Harper Quinn gave up 2 results of A Ants that Airtable refused',
    ],
    [
      { ...harper, kind: 'differenceSettled', tent: 'A Ants', send: true, results: 1 },
      'Harper Quinn settled the difference of A Ants with Airtable: 1 result sent',
    ],
    [
      { ...harper, kind: 'differenceSettled', tent: 'A Ants', send: false, results: 2 },
      'Harper Quinn settled the difference of A Ants with Airtable: 2 results not sent',
    ],
    [
      { ...harper, kind: 'differenceSettled', tent: 'A Ants', send: false, results: 0 },
      'Harper Quinn settled the difference of A Ants with Airtable',
    ],
    [
      { ...harper, kind: 'demoLoaded', tents: 130 },
      'Harper Quinn loaded the demo season of 130 tents',
    ],
    [
      { ...server, kind: 'signInFailed', about },
      'Somebody tried to sign in as monitor1 with a wrong password',
    ],
    [
      { ...harper, kind: 'sessionsEnded', about, sessions: 2 },
      'Harper Quinn ended 2 sessions of monitor1',
    ],
    [
      { ...harper, kind: 'sessionsEnded', about: 'head1', sessions: 1 },
      'Harper Quinn ended 1 session of their own',
    ],
    [
      { ...harper, kind: 'accountTakenOver', about },
      'Harper Quinn handed monitor1 over to the person who came through the campus sign-in with this netID',
    ],
    [{ ...harper, kind: 'passwordChanged', about: 'head1' }, 'Harper Quinn changed their password'],
    [
      { ...server, kind: 'passwordChanged', about },
      'The person who runs the server set a new password for monitor1',
    ],
    [
      { ...harper, kind: 'dataExported', about },
      'Harper Quinn downloaded everything kept about monitor1',
    ],
    [
      { ...harper, kind: 'noticeTickedOff', about },
      'Harper Quinn ticked off that monitor1 was told by hand',
    ],
    [
      {
        ...harper,
        kind: 'markRefused',
        tent: 'A Alpha',
        outcome: 'make',
        mark: {
          id: 'tA',
          outcome: 'miss',
          by: 'Robin',
          at: '1/18/2026, 10:04 PM',
          numberOfMisses: 1,
        },
      },
      'Harper Quinn marked A Alpha a Make, which did not count: Robin had marked it a Miss (1/18/2026, 10:04 PM)',
    ],
    [
      { ...harper, kind: 'seasonSaved', version: 3, name: '2026' },
      'Harper Quinn saved the rules of the season 2026 (version 3)',
    ],
    [
      { ...harper, kind: 'graceDeclared', ...lightning },
      'Harper Quinn declared grace from 1/19/2026, 2:00 AM Eastern to 1/19/2026, 3:16 AM Eastern: Lightning',
    ],
    [
      { ...harper, at: '2026-01-19T06:59:59.990Z', kind: 'graceDeclared', ...lightning },
      'Harper Quinn declared grace until 1/19/2026, 3:16 AM Eastern: Lightning',
    ],
    [
      { ...harper, at: '2026-01-19T07:00:00.400Z', kind: 'graceDeclared', ...lightning },
      'Harper Quinn declared grace until 1/19/2026, 3:16 AM Eastern: Lightning',
    ],
    [
      { ...harper, at: '2026-01-19T07:01:00.000Z', kind: 'graceDeclared', ...lightning },
      'Harper Quinn declared grace from 1/19/2026, 2:00 AM Eastern to 1/19/2026, 3:16 AM Eastern: Lightning',
    ],
    [
      { ...harper, kind: 'graceEnded', ...lightning },
      'Harper Quinn ended the grace from 1/19/2026, 2:00 AM Eastern to 1/19/2026, 3:16 AM Eastern: Lightning',
    ],
    [
      { ...harper, kind: 'seasonClosed', tents: 130 },
      'Harper Quinn closed the season of 130 tents',
    ],
  ])('%j is said so', (event, text) => expect(eventText(event, times)).toBe(text))
})

it.each<[string, Pick<ChangedTent, 'columns' | 'values'>, string]>([
  ['columns of before', { columns: ['Captain', 'Members'] }, 'Captain, Members'],
  [
    'from what to what, where it is kept',
    {
      columns: ['Captain', 'Day Number', 'Type'],
      values: [
        { column: 'Day Number', before: '2', after: '3' },
        { column: 'Type', before: '', after: 'Blue' },
      ],
    },
    'Captain, Day Number: 2 → 3, Type: empty → Blue',
  ],
])('what changed of a tent says %s', (_, told, text) =>
  expect(columnsText({ tent: 'A Ants', change: 'changed', ...told })).toBe(text),
)
