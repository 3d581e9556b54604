import type { ActiveTent, CheckStatus } from './contract.ts'

type Content = Pick<CheckStatus, 'excludedNames' | 'marked' | 'calls'> & { tents: ActiveTent[] }

/**
 * A checksum of a check's content: the remaining tents, the marks, what pages show of the roster,
 * the excluded names and the calls. Comparing only the last event's number would miss a ledger that
 * lost its end and continued differently. The order of items does not matter. It does not protect
 * against deliberate collisions.
 */
export function contentSum({ tents, marked, excludedNames, calls }: Content): number {
  const parts = [
    ...tents.map((tent) => `remains ${whatIs(tent)}`),
    ...marked.map(({ tent, mark }) => `${mark.outcome} ${whatIs(tent)}`),
    ...excludedNames.map((name) => `excluded ${name}`),
    ...calls.map(({ call }) => `called ${call}`),
  ]
  return parts.reduce((sum, part) => (sum + mixed(fnv1a(part))) >>> 0, 0)
}

/** Without its results: marks change them, and no event tells pages of that. */
function whatIs({ people = [], ...tent }: ActiveTent): string {
  const { id, order, name, type, captainName, dayNumber, nightNumber, members } = tent
  const shown = [id, order, name, type, captainName, dayNumber, nightNumber, members]
  return JSON.stringify([...shown, ...people.flatMap((member) => [member.id, member.netID])])
}

/** FNV-1a in 32 bits, over UTF-16 units. http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/**
 * Mixes the bits of a hash. Without this, FNV-1a hashes of texts that differ only in the last
 * letter differ in a few bits, and those of two tents could cancel each other in the sum. This is
 * fmix32 of MurmurHash3. https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
 */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
