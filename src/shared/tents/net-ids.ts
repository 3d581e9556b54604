import { composed } from '../composed.ts'
import type { Tent } from './contract.ts'
import { capitalised, netIDsOfCaptain, tokensOf } from './match.ts'

/** Every netID that stands in the netIDs of one of these tents, or as its captain, in lower case. */
export function netIDsOf(tents: readonly Pick<Tent, 'netIDs' | 'captain'>[]): Set<string> {
  const all = tents.flatMap((tent) => [...tokensOf(tent.netIDs), ...netIDsOfCaptain(tent)])
  return new Set(all.map((id) => id.toLowerCase()))
}

/**
 * Strikes the netIDs of all others from a text, and what stood around them alone: their brackets,
 * their e-mail domain, their place between commas. A text without one stays as it is.
 */
type Strike = (text: string) => string

/** `rosterNetIDs` in lower case, as `netIDsOf` gives them. */
export function netIDMasker(
  ownNetID: string,
  rosterNetIDs: ReadonlySet<string>,
): { inNames: Strike; inSentences: Strike; inOtherTexts: Strike } {
  const own = ownNetID.toLowerCase()
  const isListed = (word: string) => rosterNetIDs.has(word.toLowerCase())
  const isNetID = (word: string) =>
    isListed(word) || (looksLikeNetID.test(word) && !capitalised.test(word))
  const isOwn = (word: string) => word.toLowerCase() === own

  /**
   * A netID without a digit may be a word of somebody's name, too: `lee` in "Ann Lee". It stays if
   * it is capitalised, or if another word of the same name is capitalised or is no netID; but not
   * if it is the last word, after a space, and the only one in small letters: "Cee Dee jsmith".
   */
  function othersIn(name: readonly Word[]): boolean[] {
    const words = name.map(({ word }) => word)
    const isName =
      words.length > 1 && words.some((word) => !isNetID(word) || capitalised.test(word))
    const isBehindName =
      name.at(-1)?.isApart === true &&
      words.findIndex((word) => small.test(word)) === name.length - 1
    return words.map((word, index) => {
      if (!isNetID(word) || isOwn(word)) return false
      if (/\d/.test(word) || (isBehindName && index === words.length - 1)) return true
      return !isName && !capitalised.test(word)
    })
  }

  return {
    /** For texts that hold names. */
    inNames: (text) => strikeFrom(text, othersIn),
    /** For what people write: what only looks like a netID may be a row, a room or a photo. */
    inSentences: (text) =>
      strikeFrom(text, (name) =>
        name.map(
          ({ word }) =>
            isListed(word) && !isOwn(word) && !(capitalised.test(word) && /^\D+$/.test(word)),
        ),
      ),
    /** For dates and the like: their numbers and words are no netIDs, whoever is called so. */
    inOtherTexts: (text) =>
      strikeFrom(text, (name) =>
        name.map(({ word }) => isMixed.test(word) && isListed(word) && !isOwn(word)),
      ),
  }
}

/** The usual form of a netID. A member may match by one that is in no tent's `netIDs`. */
const looksLikeNetID = /^[a-z]+\d+$/i
const small = /^\p{Ll}/u
const isMixed = /^(?=.*\p{L})(?=.*\p{N})/u

/** Which words of a name are to be struck. */
type StruckOf = (name: readonly Word[]) => boolean[]

function strikeFrom(text: string, struckOf: StruckOf): string {
  const entries = composed(text).split(',')
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
    const isStruck = struckOf(name)
    for (const [index, { word, at }] of name.entries()) {
      if (isStruck[index] !== true || at < from) continue
      left += entry.slice(from, at)
      from = at + word.length
      // Where the netID begins an e-mail address, the rest of the address goes, too.
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

/** `isApart`: spaces alone part it from the word before it in its name. */
type Word = { word: string; at: number; isApart: boolean }

/** The words of a text, by the names that they are part of. */
function namesIn(text: string): Word[][] {
  const names: Word[][] = []
  let end = 0
  for (const { 0: word, index: at } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const between = text.slice(end, at)
    const name = joinsWords.test(between) ? names.at(-1) : undefined
    if (name === undefined) names.push([{ word, at, isApart: false }])
    else name.push({ word, at, isApart: between.trim() === '' })
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
