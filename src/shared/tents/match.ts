import { composed } from '../composed.ts'

export type Matchable = { captain: string; captainName: string; members: string; netIDs: string }

const separators = /[^\p{L}\p{N}]+/u

/**
 * Does the text contain this netID as a whole token, in upper or lower case? Tokens are separated
 * by anything that is neither letter nor digit, in any script. An empty netID never matches.
 * Specification 5, tent matching.
 */
export function namesNetID(text: string, netID: string): boolean {
  if (netID === '') return false
  const wanted = netID.toLowerCase()
  return tokensOf(text).some((token) => token.toLowerCase() === wanted)
}

/** A text's tokens, with their case. */
export function tokensOf(text: string): string[] {
  // A letter and its separate accent must stay in one token.
  const tokens = composed(text).split(separators)
  return tokens.filter((token) => token !== '')
}

/** What separates entries of the `captain` column, as in `Ann Smith (asmith); bjones`; not `she/her`. */
const betweenEntries = /[,;&()[\]<>\r\n]+/

/**
 * The netIDs in a tent's `captain` column. Some rosters have names there, whose words are no netIDs:
 * words with a digit are, and so is an entry of a single word that is not written as a name, or that
 * stands as one, not as a name, in the tent's netIDs.
 */
export function netIDsOfCaptain(tent: Pick<Matchable, 'captain' | 'netIDs'>): string[] {
  // The words of a name or an e-mail address there are no netIDs either.
  const listed = new Set(
    tent.netIDs
      .split(betweenEntries)
      .map((entry) => entry.trim().split(/\s+/))
      .flatMap((pieces) =>
        pieces.filter((piece) => pieces.length === 1 || !capitalised.test(piece)),
      )
      .map((piece) => piece.toLowerCase()),
  )
  return tent.captain.split(betweenEntries).flatMap((entry) => {
    const words = lowerTokensOf(entry)
    const isName = words.length > 1 || capitalised.test(entry.trim())
    return words.filter(
      (word) => !isName || /\d/.test(word) || (words.length === 1 && listed.has(word)),
    )
  })
}

const lowerTokensOf = (text: string) => tokensOf(text).map((token) => token.toLowerCase())

/** As names are written: Ann, not ANN. */
export const capitalised = /^\p{Lu}(\p{Ll}|$)/u

/** The columns that make a tent somebody's. */
const matchedFields = ['captainName', 'members', 'captain', 'netIDs'] as const
export type MatchedField = (typeof matchedFields)[number]

/**
 * The netIDs in a tent's field, in lower case: the tokens of captainName, members and netIDs. Where
 * netIDs are proven, a token without a digit in captainName or members counts as a name, not a
 * netID, and the captain column counts, too. Specification 5, tent matching.
 */
function netIDsIn(tent: Matchable, field: MatchedField, areProven: boolean): string[] {
  if (field === 'captain') return areProven ? netIDsOfCaptain(tent) : []
  const isName = areProven && (field === 'captainName' || field === 'members')
  return lowerTokensOf(tent[field]).filter((token) => !isName || /\d/.test(token))
}

/** Can any of these netIDs match the tent? If not, none of its columns has one. */
export function mayName(tent: Matchable, netIDs: readonly string[]): boolean {
  const text = composed(matchedFields.map((field) => tent[field]).join('\n')).toLowerCase()
  return netIDs.some((netID) => text.includes(netID.toLowerCase()))
}

/** All netIDs that match a tent. */
export function netIDsMatching(tent: Matchable, areProven: boolean): string[] {
  return matchedFields.flatMap((field) => netIDsIn(tent, field, areProven))
}

/** The fields of a tent that match a netID. */
export function fieldsMatching(tent: Matchable, netID: string, areProven: boolean): MatchedField[] {
  const wanted = netID.toLowerCase()
  return matchedFields.filter((field) => netIDsIn(tent, field, areProven).includes(wanted))
}

/**
 * Finds a person's tent by netID: the first that matches; `tents` must be in the order of tents.
 * Specification 5, tent matching.
 */
export function tentFinder<T extends Matchable>(
  tents: readonly T[],
  areProven: boolean,
): (netID: string) => T | undefined {
  const find = tentsFinder(tents, (tent) => netIDsMatching(tent, areProven))
  return (netID) => find(netID)[0]
}

/** Finds all tents to which a netID belongs, in their order; `netIDsOf`: in lower case. */
export function tentsFinder<T>(
  tents: readonly T[],
  netIDsOf: (tent: T) => readonly string[],
): (netID: string) => readonly T[] {
  const byNetID = new Map<string, T[]>()
  for (const tent of tents) {
    for (const netID of new Set(netIDsOf(tent))) {
      const theirs = byNetID.get(netID)
      if (theirs === undefined) byNetID.set(netID, [tent])
      else theirs.push(tent)
    }
  }
  return (netID) => byNetID.get(netID.toLowerCase()) ?? []
}
