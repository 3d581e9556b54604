import { expect, it } from 'vitest'
import { failureOf } from './failure.ts'

it.each([
  ['InvalidPDFException', 'Invalid PDF structure.', 'damaged'],
  ['UnknownErrorException', 'Page dictionary kid reference points to wrong type', 'damaged'],
  ['UnknownErrorException', 'Failed to fetch', 'unreachable'],
  ['UnknownErrorException', 'NetworkError when attempting to fetch resource.', 'unreachable'],
  ['UnknownErrorException', 'Load failed', 'unreachable'],
  ['UnknownErrorException', 'The network connection was lost.', 'unreachable'],
  ['ResponseException', 'Unexpected server response (502) while retrieving PDF', 'unreachable'],
])('a %s that says "%s" is %s', (name, message, failure) => {
  expect(failureOf(Object.assign(new Error(message), { name }))).toBe(failure)
})
