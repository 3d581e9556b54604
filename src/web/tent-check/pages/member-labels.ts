import type { Member } from '../../../shared/tents/members.ts'

/**
 * Members' labels on a tent's page: the name, with the possible netID where two have the same name.
 */
export function labelsOf(members: readonly Member[]): string[] {
  const names = members.map(({ name }) => name)
  const shared = new Set(names.filter((name, place) => names.indexOf(name) < place))
  return members.map(({ name, netID }) =>
    netID !== null && shared.has(name) ? `${name} (netID maybe ${netID})` : name,
  )
}
