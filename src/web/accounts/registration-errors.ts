import { type Registration, registrationProblems } from '../../shared/accounts/rules.ts'
import { texts } from '../../shared/messages.ts'
import { CallError } from '../api/call.ts'
import { accountsTexts } from './texts.ts'

/** What stands beside the fields of the registration, by their names. */
export type FieldErrors = Partial<Record<keyof Registration | 'confirmPassword', string>>

/** Everything that is wrong before it is sent, all at once. */
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

/** The field that the server refused; what it said stands above the form. */
export function errorsAfter(error: unknown): FieldErrors {
  switch (error instanceof CallError ? error.code : '') {
    case 'netIDTaken':
      return { netID: accountsTexts.takenAlready }
    case 'emailTaken':
      return { email: accountsTexts.takenAlready }
    case 'passwordCommon':
      return { password: accountsTexts.chooseAnother }
    default:
      return {}
  }
}

function wordsOf(code: string): string {
  switch (code) {
    case 'netIDInvalid':
      return texts.netIDInvalid
    case 'nameInvalid':
      return texts.nameInvalid
    case 'emailInvalid':
      return texts.emailInvalid
    default:
      return texts.passwordInvalid
  }
}
