import { expect, it } from 'vitest'
import { timesIn } from '../ui/times.ts'
import { factsOf } from './user-facts.ts'

const someone = {
  netID: 'al1',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'al1@example.edu',
  isLineMonitor: false,
  isSuperUser: false,
  isConfirmed: false,
  isDisabled: false,
  campusWaiting: null,
}
const at = '2026-01-18T17:00:00.000Z'
const details = {
  sessions: 0,
  lastSeenAt: null,
  isLineMonitorSince: null,
  isSuperUserSince: null,
  strangerTo: null,
}

it.each([
  ['nothing to a line monitor without proof', someone, false, []],
  ['whether the netID is confirmed', someone, true, ['netID not confirmed']],
  ['that it is', { ...someone, isConfirmed: true }, true, ['netID confirmed']],
  ['that somebody is disabled', { ...someone, isDisabled: true, details }, false, ['disabled']],
  ['that nobody is signed in', { ...someone, details }, false, ['not signed in']],
  [
    'when somebody was last there, and who gave which role when',
    {
      ...someone,
      details: {
        ...details,
        sessions: 2,
        lastSeenAt: at,
        isLineMonitorSince: { by: 'Harper Quinn', at },
        isSuperUserSince: { by: '', at },
      },
    },
    false,
    [
      'last seen 1/18/2026',
      '2 sessions',
      'line monitor by Harper Quinn on 1/18/2026',
      'super user by the server on 1/18/2026',
    ],
  ],
  [
    'who says that somebody is a stranger',
    {
      ...someone,
      details: {
        ...details,
        sessions: 1,
        lastSeenAt: at,
        strangerTo: { by: 'Bo Kim', tent: 'A Ants', at },
      },
    },
    false,
    ['last seen 1/18/2026', '1 session', 'Bo Kim says: not in A Ants (1/18/2026)'],
  ],
])('tells %s', (_, user, isProofOn, facts) => {
  expect(factsOf(user, isProofOn, timesIn('America/New_York'))).toEqual(facts)
})

it('tells days by the clock of the given zone', () => {
  const night = { ...details, lastSeenAt: '2026-01-18T06:00:00.000Z' }
  expect(factsOf({ ...someone, details: night }, false, timesIn('America/Los_Angeles'))).toEqual([
    'last seen 1/17/2026',
    '0 sessions',
  ])
})
