import type { CheckStatus } from './contract.ts'

type Content = Pick<CheckStatus, 'excludedNames' | 'marked' | 'calls'> & { tents: { id: string }[] }

/**
 * A number that differs where two pictures of a check do: in the tents that remain, the marks, the
 * excluded names or the calls. The number of the last event alone does not tell a ledger that lost
 * its end and went on otherwise. No order matters, and nobody is kept from making two that are
 * alike.
 */
export function contentSum({ tents, marked, excludedNames, calls }: Content): number {
  const parts = [
    ...tents.map(({ id }) => `remains ${id}`),
    ...marked.map(({ tent, mark }) => `${mark.outcome} ${tent.id}`),
    ...excludedNames.map((name) => `excluded ${name}`),
    ...calls.map(({ call }) => `called ${call}`),
  ]
  return parts.reduce((sum, part) => (sum + mixed(fnv1a(part))) >>> 0, 0)
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
 * Every bit of a hash depends on all others. Without it, FNV-1a of texts that differ in their last
 * letter differs in a few bits, and those of two tents cancel each other in the sum. This is
 * fmix32 of MurmurHash3. https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
 */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
