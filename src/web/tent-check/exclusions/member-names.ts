import { composed } from '../../../shared/composed.ts'
import { groupedBy } from '../../../shared/grouped.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { membersOf } from '../../../shared/tents/members.ts'
import { folded } from '../../ui/find-text.ts'

/** A name in a check, and the tents that contain it (twice if a tent has it twice). */
export type MemberName = { name: string; tents: ActiveTent[] }

export type LetterGroup = { letter: string; names: MemberName[] }

/**
 * Every name of these tents once, grouped by first letter, alphabetical. Exclusion is by name:
 * people with the same name are excluded together.
 */
export function memberNames(tents: readonly ActiveTent[]): LetterGroup[] {
  const members = tents.flatMap((tent) => membersOf(tent).map((name) => ({ name, tent })))
  const ofNames = groupedBy(members, ({ name }) => name)
  const all = Array.from(ofNames, ([name, its]) => ({ name, tents: its.map(({ tent }) => tent) }))
  all.sort((a, b) => compareNames(a.name, b.name))
  return [...groupedBy(all, ({ name }) => letterOf(name))]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([letter, names]) => ({ letter, names }))
}

/** `Amara Cho`; of several: `Both people called Amara Cho`, `All 3 people called Amara Cho`. */
export function allCalled(name: string, people: number): string {
  if (people <= 1) return name
  return `${people === 2 ? 'Both' : `All ${people}`} people called ${name}`
}

const collator = new Intl.Collator('en')

export function compareNames(a: string, b: string): number {
  return collator.compare(composed(a), composed(b)) || (a < b ? -1 : 1)
}

function letterOf(name: string): string {
  const [first = '#'] = folded(name).toUpperCase()
  return /\p{L}/u.test(first) ? first : '#'
}
