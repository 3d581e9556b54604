import type { ShiftPerson, TentShifts } from '../../../shared/shifts/picture.ts'

type People = Pick<TentShifts, 'people'>

/** How a member is called; "open" where nobody is there any more. */
export function nameOf({ people }: People, memberId: string | null): string {
  if (memberId === null) return 'open'
  return people.find(({ id }) => id === memberId)?.name ?? 'somebody who left'
}

/** Mine first, then as the roster has them. */
export function ownFirst(people: readonly ShiftPerson[]): ShiftPerson[] {
  return [...people].sort((a, b) => Number(b.isMe) - Number(a.isMe))
}

/** `Ann`, `Ann and Bo`, `Ann, Bo and Cy`. */
export function listText(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
