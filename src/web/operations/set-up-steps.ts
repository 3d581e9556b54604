import type { SetUp } from '../../shared/operations/contract.ts'
import { screens } from '../../shared/screens.ts'

type Step = { fact: keyof SetUp; text: string; hint: string; place: string }

/** The set-up steps of a season, in order, and where each is done. */
export const steps: readonly Step[] = [
  {
    fact: 'address',
    text: 'Set the address of Tent City',
    hint: 'Set PUBLIC_URL where the server runs: links in mails begin with it.',
    place: '#health',
  },
  {
    fact: 'proof',
    text: 'Decide about proof of netIDs',
    hint: 'Set CONFIRM_NETIDS to mail or approval where the server runs; README says how. Without it, anyone who registers with a tenter’s netID is taken for that tenter.',
    place: '#users',
  },
  {
    fact: 'roster',
    text: 'Bring the tents in',
    hint: 'Connect Airtable, or import a CSV file.',
    place: '#roster',
  },
  {
    fact: 'rules',
    text: 'Save the rules of the season',
    hint: 'Periods, nights and numbers. Grace and calls go by them.',
    place: '#rules',
  },
  {
    fact: 'policy',
    text: 'Upload the policy',
    hint: 'A PDF that everyone can read.',
    place: '#documents',
  },
  {
    fact: 'calendar',
    text: 'Upload the calendar',
    hint: 'A PDF that everyone can read.',
    place: '#documents',
  },
  {
    fact: 'signUp',
    text: 'Add the sign-up link',
    hint: 'A web address. The home page shows it once you open registration there.',
    place: '#sign-up',
  },
  {
    fact: 'monitors',
    text: 'Choose the line monitors',
    hint: 'They register by themselves, at Login; then you give them the role, many at once.',
    place: '#users',
  },
  {
    fact: 'trial',
    text: 'Try a tent check',
    hint: 'Start one, look around and cancel it. A Miss that you mark there counts until it is undone.',
    place: screens.tentCheck.path,
  },
]
