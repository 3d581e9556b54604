type Matchable = { captainName: string; members: string; netIDs: string }

const separators = /[^\p{L}\p{N}]+/u

/**
 * Whether a text names this netID: as a whole token, without regard to case. Tokens are separated
 * by whatever is neither letter nor digit, in any script. An empty netID is named nowhere.
 * Specification 5, tent matching.
 */
export function namesNetID(text: string, netID: string): boolean {
  if (netID === '') return false
  const wanted = netID.toLowerCase()
  return tokensOf(text).some((token) => token.toLowerCase() === wanted)
}

/** The tokens of a text, as they are written. */
export function tokensOf(text: string): string[] {
  // An accent written as a mark of its own must not cut its letter off the token.
  const tokens = text.normalize('NFC').split(separators)
  return tokens.filter((token) => token !== '')
}

/** Whether a netID stands in a tent's captainName, members or netIDs. Specification 5, tent matching. */
export function matchesNetID(tent: Matchable, netID: string): boolean {
  return [tent.captainName, tent.members, tent.netIDs].some((text) => namesNetID(text, netID))
}

/**
 * The tent of the person with this netID: the first that matches in the order given, which must
 * therefore be the order of tents. Specification 5, tent matching.
 */
export function findOwnTent<T extends Matchable>(
  tents: readonly T[],
  netID: string,
): T | undefined {
  return tents.find((tent) => matchesNetID(tent, netID))
}
