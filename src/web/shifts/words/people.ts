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

/** Is the account of somebody linked who may plan? */
export function hasPlanner({ people }: People): boolean {
  return people.some(({ isCaptain, isDeputy }) => isCaptain || isDeputy)
}

/** What a member can do for a plan. */
export function planHint(picture: People): string {
  return hasPlanner(picture)
    ? 'Say when you can be there; your captain makes the plan from it.'
    : 'Say when you can be there. No captain is known yet: if yours sees no “Planning” in Shifts, ask a super user to put their netID into the roster’s Captain column.'
}

/** `Ann`, `Ann and Bo`, `Ann, Bo and Cy`. */
export function listText(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
