import { expect, it } from 'vitest'
import { texts } from '../../shared/messages.ts'
import { CallError } from '../api/call.ts'
import { errorsAfter, errorsBefore } from './registration-errors.ts'
import { accountsTexts } from './texts.ts'

const good = {
  netID: 'al21',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.edu',
  password: 'gloves at 2 am',
}

it('finds nothing wrong with a good registration', () => {
  expect(errorsBefore(good, good.password)).toEqual({})
})

it('tells all at once what is missing or wrong, each beside its field', () => {
  const given = { ...good, netID: 'a b', firstName: ' ', email: 'ann', password: 'short' }
  expect(errorsBefore(given, '')).toEqual({
    netID: texts.netIDInvalid,
    firstName: accountsTexts.fillIn,
    email: texts.emailInvalid,
    password: texts.passwordInvalid,
    confirmPassword: accountsTexts.fillIn,
  })
  expect(errorsBefore(good, 'another')).toEqual({ confirmPassword: accountsTexts.notTheSame })
})

it.each([
  ['netIDTaken', { netID: accountsTexts.takenAlready }],
  ['emailTaken', { email: accountsTexts.takenAlready }],
  ['passwordCommon', { password: accountsTexts.chooseAnother }],
  ['unavailable', {}],
])('knows the field that the server refused as %s', (code, errors) => {
  expect(errorsAfter(new CallError(409, { error: 'No.', code }))).toEqual(errors)
})
