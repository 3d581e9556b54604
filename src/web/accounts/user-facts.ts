import type { ListedUser } from '../../shared/accounts/contract.ts'
import { counted } from '../../shared/counted.ts'
import type { Times } from '../ui/times.ts'

/** Short facts about a person for the list of users. */
export function factsOf(
  { isConfirmed, isDisabled, details }: ListedUser,
  isProofOn: boolean,
  { day }: Times,
) {
  const facts: string[] = []
  if (isDisabled) facts.push('disabled')
  if (isProofOn) facts.push(isConfirmed ? 'netID confirmed' : 'netID not confirmed')
  if (details === undefined) return facts
  const { lastSeenAt, sessions, isLineMonitorSince, isSuperUserSince, strangerTo } = details
  if (lastSeenAt !== null) {
    facts.push(`last seen ${day(lastSeenAt)}`)
    facts.push(counted(sessions, 'session'))
  } else if (!isDisabled) facts.push('not signed in')
  for (const [role, given] of [
    ['line monitor', isLineMonitorSince],
    ['super user', isSuperUserSince],
  ] as const) {
    if (given !== null) facts.push(`${role} by ${given.by || 'the server'} on ${day(given.at)}`)
  }
  if (strangerTo !== null) {
    facts.push(`${strangerTo.by} says: not in ${strangerTo.tent} (${day(strangerTo.at)})`)
  }
  return facts
}
