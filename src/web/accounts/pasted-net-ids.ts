import type { ListedUser } from '../../shared/accounts/contract.ts'

/** Words of any script are whole, so that no part of a name is another person's netID. */
const addressOrWord = /[^\s,;:<>()[\]"@]*@[^\s,;:<>()[\]"@]*|[\p{L}\p{N}\p{M}]+/gu

/** The people of pasted netIDs, each once, and the netIDs without an account. */
export function findPasted(
  text: string,
  users: readonly ListedUser[],
): { found: ListedUser[]; unknown: string[] } {
  const byNetID = new Map(users.map((user) => [user.netID, user]))
  const pasted = text.toLowerCase().match(addressOrWord) ?? []
  // An address counts as the netID before its @; one that begins otherwise stays whole, so that no
  // part of it names another person.
  const netIDs = [...new Set(pasted.map((piece) => piece.replace(/^['‘]?([a-z0-9]+)@.*/, '$1')))]
  return {
    found: netIDs.flatMap((netID) => byNetID.get(netID) ?? []),
    unknown: netIDs.filter((netID) => !byNetID.has(netID)),
  }
}
