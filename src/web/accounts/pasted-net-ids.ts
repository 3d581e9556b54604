import type { ListedUser } from '../../shared/accounts/contract.ts'

/** Who is meant by netIDs that were pasted in, each once, and which of these have no account. */
export function findPasted(
  text: string,
  users: readonly ListedUser[],
): { found: ListedUser[]; unknown: string[] } {
  const byNetID = new Map(users.map((user) => [user.netID, user]))
  // An address counts as the netID before its @.
  const pasted = text
    .toLowerCase()
    .replace(/@[^\s,;]*/g, '')
    .split(/[^a-z0-9]+/)
  const netIDs = [...new Set(pasted)].filter((netID) => netID !== '')
  return {
    found: netIDs.flatMap((netID) => byNetID.get(netID) ?? []),
    unknown: netIDs.filter((netID) => !byNetID.has(netID)),
  }
}
