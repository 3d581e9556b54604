import type { MarkBody } from '../../../shared/tent-check/contract.ts'
import { membersOf } from '../../../shared/tents/members.ts'
import type { CheckState } from './check-state.ts'
import type { MarkDetails, TentRow } from './events.ts'

type Roster = Pick<TentRow, 'members' | 'people'>
type Check = Pick<CheckState, 'excluded'>

/**
 * The members that a Make counts: those of the tent who are not excluded, in the roster's order. By
 * ids if these are sent, which are then stored as well; otherwise by name.
 */
export function presentOf(
  body: MarkBody,
  { members, people }: Roster,
  check: Check,
): { present: string[]; presentIds?: string[] } {
  if (body.present === undefined) {
    return { present: membersPresent(body.lastCheck ?? '', { members }, check) }
  }
  const chosen = new Set(body.present)
  const counted = people.filter(({ id, name }) => chosen.has(id) && !check.excluded.has(name))
  return {
    present: counted.map(({ name }) => name),
    presentIds: counted.map(({ id }) => id),
  }
}

/**
 * The members that a Make counts, of those chosen: in the tent and not excluded, in the roster's
 * order, as often as chosen (two of one tent may have the same name).
 */
export function membersPresent(
  chosen: string,
  roster: { members: string },
  { excluded }: Check,
): string[] {
  const left = new Map<string, number>()
  for (const name of membersOf({ members: chosen })) left.set(name, (left.get(name) ?? 0) + 1)
  return membersOf(roster).filter((name) => {
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count > 0 && !excluded.has(name)
  })
}

/** The texts of a mark that came late. `members`: those at the start of its check. */
export function lateWords(
  body: MarkBody,
  { members, people }: Roster,
  check: Check,
): Pick<MarkDetails, 'lastCheck' | 'present' | 'presentIds' | 'note'> {
  if (body.lastCheck === undefined) return noteOf(body)
  const belonged = new Set(membersOf({ members }))
  const stayed = people.filter(({ name }) => belonged.has(name))
  const counted = presentOf(body, { members, people: stayed }, check)
  return { lastCheck: counted.present.join(', '), ...counted, ...noteOf(body) }
}

export function noteOf({ note }: MarkBody): Pick<MarkDetails, 'note'> {
  return note === undefined ? {} : { note }
}

/**
 * The tent's values on which a decision about members depends: ids may change although the text
 * stays.
 */
export function rosterSeen({ present }: MarkBody, { members, people }: Roster): Partial<Roster> {
  return present === undefined ? { members } : { members, people }
}
