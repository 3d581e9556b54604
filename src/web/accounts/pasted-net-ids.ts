import type { ListedUser } from '../../shared/accounts/contract.ts'

/** The people of pasted netIDs, each once, and the netIDs without an account. */
export function findPasted(
  text: string,
  users: readonly ListedUser[],
): { found: ListedUser[]; unknown: string[] } {
  const byNetID = new Map(users.map((user) => [user.netID, user]))
  // An e-mail address counts as the netID before its @.
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
