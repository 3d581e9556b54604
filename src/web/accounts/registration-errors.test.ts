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
  [{ netID: 'netIDTaken' }, { netID: accountsTexts.takenAlready }],
  [
    {
      netID: 'netIDInvalid',
      lastName: 'nameInvalid',
      email: 'emailTaken',
      password: 'passwordCommon',
    },
    {
      netID: texts.netIDInvalid,
      lastName: texts.nameInvalid,
      email: accountsTexts.takenAlready,
      password: accountsTexts.chooseAnother,
    },
  ],
  [{ password: 'passwordInvalid' }, { password: texts.passwordInvalid }],
  [{ password: 7, setupToken: 'setupLinkUsed' }, {}],
  [null, {}],
  [undefined, {}],
])('tells all at once what the server refused: %j', (fields, errors) => {
  expect(errorsAfter(new CallError(409, { error: 'No.', code: 'x', fields }))).toEqual(errors)
})

it('marks no field where the server did not answer, or not in JSON', () => {
  for (const error of [new Error('no answer'), new CallError(502, undefined)]) {
    expect(errorsAfter(error)).toEqual({})
  }
})
