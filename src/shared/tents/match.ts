export type Matchable = { captain: string; captainName: string; members: string; netIDs: string }

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

/** The columns by which a tent is somebody's. */
const matchedFields = ['captainName', 'members', 'captain', 'netIDs'] as const
export type MatchedField = (typeof matchedFields)[number]

/**
 * The netIDs that a field of a tent matches, in lower case: the tokens of captainName, members and
 * netIDs. Where netIDs are proven, a token without a digit in captainName or members is a name and no
 * netID, and captain matches besides. Specification 5, tent matching.
 */
function netIDsIn(tent: Matchable, field: MatchedField, areProven: boolean): string[] {
  if (field === 'captain' && !areProven) return []
  const isName = areProven && (field === 'captainName' || field === 'members')
  return tokensOf(tent[field])
    .filter((token) => !isName || /\d/.test(token))
    .map((token) => token.toLowerCase())
}

/** The netIDs that a tent matches. */
export function netIDsMatching(tent: Matchable, areProven: boolean): string[] {
  return matchedFields.flatMap((field) => netIDsIn(tent, field, areProven))
}

/** The fields of a tent by which a netID matches it. */
export function fieldsMatching(tent: Matchable, netID: string, areProven: boolean): MatchedField[] {
  const wanted = netID.toLowerCase()
  return matchedFields.filter((field) => netIDsIn(tent, field, areProven).includes(wanted))
}

/**
 * Finds the tent of the person with a netID: the first that matches in the order given, which must
 * therefore be the order of tents. Specification 5, tent matching.
 */
export function tentFinder<T extends Matchable>(
  tents: readonly T[],
  areProven: boolean,
): (netID: string) => T | undefined {
  const first = new Map<string, T>()
  for (const tent of tents) {
    for (const netID of netIDsMatching(tent, areProven)) {
      if (!first.has(netID)) first.set(netID, tent)
    }
  }
  return (netID) => first.get(netID.toLowerCase())
}
