import { expect, it } from 'vitest'
import { findPasted } from './pasted-net-ids.ts'

const users = ['al1', 'bk2'].map((netID) => ({
  netID,
  firstName: '',
  lastName: '',
  email: '',
  isLineMonitor: false,
  isSuperUser: false,
  isConfirmed: false,
  isDisabled: false,
  campusWaiting: null,
}))

it.each([
  ['', [], []],
  ['al1', ['al1'], []],
  ['AL1, bk2\nzz9', ['al1', 'bk2'], ['zz9']],
  ['bk2;al1 bk2', ['bk2', 'al1'], []],
  ['al1@example.edu, <zz9@example.edu>', ['al1'], ['zz9']],
  ['Al1@example.edu;bk2@example.edu', ['al1', 'bk2'], []],
  // An address that names no netID names nobody.
  ['al1.bk2@example.edu', [], ['al1.bk2@example.edu']],
  ['<zz9-al1@example.edu> bk2', ['bk2'], ['zz9-al1@example.edu']],
  ["o’al1@al1.example.edu o'bk2@example.edu", [], ['o’al1@al1.example.edu', "o'bk2@example.edu"]],
  ['@al1', [], ['@al1']],
  // Nor does a part of a name, whose accent may stand by itself.
  ['Éal1, bk2ñoz al1n\u0303o', [], ['éal1', 'bk2ñoz', 'al1n\u0303o']],
])('finds in %j whom it names', (text, found, unknown) => {
  const pasted = findPasted(text, users)
  expect(pasted.found.map(({ netID }) => netID)).toEqual(found)
  expect(pasted.unknown).toEqual(unknown)
})
