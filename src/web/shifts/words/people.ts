import type { ShiftPerson, TentShifts } from '../../../shared/shifts/tent-shifts.ts'

type People = Pick<TentShifts, 'people'>

/** A member's name; "open" for a shift whose member left. */
export function nameOf({ people }: People, memberId: string | null): string {
  if (memberId === null) return 'open'
  return people.find(({ id }) => id === memberId)?.name ?? 'somebody who left'
}

/** Oneself first, then the others in the roster's order. */
export function ownFirst(people: readonly ShiftPerson[]): ShiftPerson[] {
  return [...people].sort((a, b) => Number(b.isMe) - Number(a.isMe))
}

/** `Ann`, `Ann and Bo`, `Ann, Bo and Cy`. */
export function listText(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
