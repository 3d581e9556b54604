import { type Registration, registrationProblems } from '../../shared/accounts/rules.ts'
import { fieldOf, textIn } from '../../shared/field-of.ts'
import { texts } from '../../shared/messages.ts'
import { CallError } from '../api/call.ts'
import { accountsTexts } from './texts.ts'

/** The registration's error messages, by field name. */
export type FieldErrors = Partial<Record<keyof Registration | 'confirmPassword', string>>

/** Every error that can be found before sending, all at once. */
export function errorsBefore(given: Registration, confirmed: string): FieldErrors {
  const problems = registrationProblems(given)
  const errors: FieldErrors = {}
  for (const name of Object.keys(given) as (keyof Registration)[]) {
    const code = problems[name]
    if (code === undefined) continue
    errors[name] = given[name].trim() === '' ? accountsTexts.fillIn : wordsOf(code)
  }
  if (confirmed === '') errors.confirmPassword = accountsTexts.fillIn
  else if (confirmed !== given.password) errors.confirmPassword = accountsTexts.notTheSame
  return errors
}

/** Every field that the server refused; its message about the first of them is above the form. */
export function errorsAfter(error: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of fieldNames) {
    const code = error instanceof CallError ? textIn(fieldOf(error.answer, 'fields'), name) : ''
    if (code !== '') errors[name] = wordsOf(code)
  }
  return errors
}

const fieldNames = ['netID', 'firstName', 'lastName', 'email', 'password'] as const

const words: Record<string, string> = {
  netIDInvalid: texts.netIDInvalid,
  nameInvalid: texts.nameInvalid,
  emailInvalid: texts.emailInvalid,
  passwordInvalid: texts.passwordInvalid,
  netIDTaken: accountsTexts.takenAlready,
  emailTaken: accountsTexts.takenAlready,
}

const wordsOf = (code: string) => words[code] ?? accountsTexts.chooseAnother
