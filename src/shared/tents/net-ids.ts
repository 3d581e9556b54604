import type { Tent } from './contract.ts'
import { tokensOf } from './match.ts'

/** Every netID that stands in the netIDs of one of these tents, in lower case. */
export function netIDsOf(tents: readonly Pick<Tent, 'netIDs'>[]): Set<string> {
  return new Set(tents.flatMap(({ netIDs }) => tokensOf(netIDs)).map((id) => id.toLowerCase()))
}

/**
 * Strikes the netIDs of all others from a text, and what stood around them alone: their brackets,
 * their e-mail domain, their place between commas. A text without one stays as it is.
 */
type Strike = (text: string) => string

/** `rosterNetIDs` in lower case, as `netIDsOf` gives them. */
export function strikerFor(
  ownNetID: string,
  rosterNetIDs: ReadonlySet<string>,
): { inNames: Strike; elsewhere: Strike } {
  const own = ownNetID.toLowerCase()
  const isListed = (word: string) => rosterNetIDs.has(word.toLowerCase())
  const isNetID = (word: string) => isListed(word) || looksLikeNetID.test(word)
  const isOwn = (word: string) => word.toLowerCase() === own

  /**
   * A netID without a digit may be a word of somebody's name, too: `lee` in "Ann Lee". It stays
   * where another word of the same name is no netID, or is written as names are.
   */
  function othersIn(name: string[]): boolean[] {
    const isName = name.length > 1 && name.some((word) => !isNetID(word) || capitalised.test(word))
    return name.map((word) => isNetID(word) && !isOwn(word) && !(isName && /^\D+$/.test(word)))
  }

  return {
    /** For texts that hold names. */
    inNames: (text) => strikeFrom(text, othersIn),
    /** For dates and the like: their numbers and words are no netIDs, whoever is called so. */
    elsewhere: (text) =>
      strikeFrom(text, (name) =>
        name.map((word) => isMixed.test(word) && isListed(word) && !isOwn(word)),
      ),
  }
}

/** As campuses make them. Who matches by one that is in no netIDs is a member all the same. */
const looksLikeNetID = /^[a-z]+\d+$/i
const capitalised = /^\p{Lu}(\p{Ll}|$)/u
const isMixed = /^(?=.*\p{L})(?=.*\p{N})/u

/** Which words of a name are to be struck. */
type StruckOf = (name: string[]) => boolean[]

function strikeFrom(text: string, struckOf: StruckOf): string {
  const entries = text.normalize('NFC').split(',')
  const left = entries.map((entry) => strikeFromEntry(entry, struckOf))
  if (left.every((entry, index) => entry === entries[index])) return text
  return left
    .filter((entry) => entry !== null)
    .join(',')
    .trim()
}

/** null: nothing of it is left. */
function strikeFromEntry(entry: string, struckOf: StruckOf): string | null {
  let left = ''
  let from = 0
  for (const name of namesIn(entry)) {
    const isStruck = struckOf(name.map(({ word }) => word))
    for (const [index, { word, at }] of name.entries()) {
      if (isStruck[index] !== true || at < from) continue
      left += entry.slice(from, at)
      from = at + word.length
      // Of an address nothing is left either.
      restOfAddress.lastIndex = from
      from += restOfAddress.exec(entry)?.[0].length ?? 0
    }
  }
  if (from === 0) return entry
  const tidy = withoutRemains(left + entry.slice(from))
  if (!/[\p{L}\p{N}]/u.test(tidy)) return null
  return `${/^\s*/.exec(entry)?.[0]}${tidy}`
}

const restOfAddress = /(\+[\w.-]*)?@[\w.-]+/y

/** What joins the words of one name: Jean-Luc, O’Brien, J. Kim. */
const joinsWords = /^(\s+|[-'’.]|\.\s+)$/

type Word = { word: string; at: number }

/** The words of a text, by the names that they are part of. */
function namesIn(text: string): Word[][] {
  const names: Word[][] = []
  let end = 0
  for (const { 0: word, index: at } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const name = joinsWords.test(text.slice(end, at)) ? names.at(-1) : undefined
    if (name === undefined) names.push([{ word, at }])
    else name.push({ word, at })
    end = at + word.length
  }
  return names
}

function withoutRemains(text: string): string {
  const tidy = text
    .replace(/\s+/g, ' ')
    .replace(/\( ?\)|\[ ?\]|\{ ?\}|< ?>/g, '')
    .replace(/ +/g, ' ')
    .replace(/([;/|])( ?[;/|])+/g, '$1')
  let end = tidy.length
  while (remains.test(tidy.charAt(end - 1))) end -= 1
  let start = 0
  while (start < end && remains.test(tidy.charAt(start))) start += 1
  return tidy.slice(start, end)
}

const remains = /[\s\-–—:;/|_@·]/
