import type { Member } from '../../../shared/tents/members.ts'

/**
 * What the members of a tent are called on its page: by name, and where two have one name, with the
 * netID that may be theirs.
 */
export function labelsOf(members: readonly Member[]): string[] {
  const names = members.map(({ name }) => name)
  const shared = new Set(names.filter((name, place) => names.indexOf(name) < place))
  return members.map(({ name, netID }) =>
    netID !== null && shared.has(name) ? `${name} (${netID}?)` : name,
  )
}
