import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '../../shared/record/contract.ts'
import { eventText } from './words.ts'

const harper = { id: 1, at: '2026-01-19T03:04:00Z', netID: 'head1', by: 'Harper Quinn' }
const server = { ...harper, netID: null, by: '' }
const about = 'monitor1'
const lightning = {
  from: '2026-01-19T07:00:00.000Z',
  until: '2026-01-19T08:16:00.000Z',
  reason: 'Lightning',
}

describe('an event of the record', () => {
  it.each<[AuditEvent, string]>([
    [
      { ...harper, kind: 'roleChanged', about, role: 'isLineMonitor', value: true },
      'Harper Quinn gave monitor1 the line monitor role',
    ],
    [
      { ...server, kind: 'roleChanged', about, role: 'isSuperUser', value: false },
      'Whoever runs the server took the super user role from monitor1',
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
      { ...harper, kind: 'tentLinkChanged', url: 'https://a.example', active: true },
      'Harper Quinn opened registration, its link https://a.example',
    ],
    [
      { ...harper, kind: 'tentLinkChanged', url: '', active: false },
      'Harper Quinn closed registration, without a link',
    ],
    [
      { ...harper, kind: 'documentUploaded', document: 'policy' },
      'Harper Quinn uploaded the policy',
    ],
    [
      { ...server, kind: 'rosterImported', added: 3, changed: 1, retired: 0 },
      'Whoever runs the server imported a roster: 3 added, 1 changed, 0 retired',
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
    [{ ...harper, kind: 'passwordChanged', about: 'head1' }, 'Harper Quinn changed their password'],
    [
      { ...server, kind: 'passwordChanged', about },
      'Whoever runs the server set a new password for monitor1',
    ],
    [
      { ...harper, kind: 'dataExported', about },
      'Harper Quinn downloaded everything kept about monitor1',
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
      'Harper Quinn declared grace until 1/19/2026, 3:16 AM Eastern: Lightning',
    ],
    [
      { ...harper, kind: 'graceEnded', ...lightning },
      'Harper Quinn ended the grace until 1/19/2026, 3:16 AM Eastern: Lightning',
    ],
    [
      { ...harper, kind: 'seasonClosed', tents: 130 },
      'Harper Quinn closed the season of 130 tents',
    ],
  ])('%j is said so', (event, text) => expect(eventText(event)).toBe(text))
})
