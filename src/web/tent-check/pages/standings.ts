import type { User } from '../../../shared/accounts/contract.ts'
import { texts } from '../../../shared/messages.ts'
import type { ActiveTent, MarkFacts, Outcome } from '../../../shared/tent-check/contract.ts'
import { membersOf } from '../../../shared/tents/members.ts'
import type { Check } from '../live/picture.ts'
import { isMadeBy } from '../marks/mark.ts'
import type { QueuedMark, SavedMark } from '../marks/mark-queue.ts'
import type { WantedUndo } from '../marks/undo-queue.ts'

/** How a tent is marked, as far as this page knows. */
export type Standing = {
  outcome: Outcome
  /** From the server; null until this page has received it. */
  facts: MarkFacts | null
  /** This phone's own mark for which the server's facts have not arrived. */
  own: QueuedMark | null
  /** An undo is under way, or waits for the network. */
  isUndoWanted: boolean
}

/** An undo that was answered: no mark of this tent with a smaller number stands. */
export type Undone = { id: string; checkId: string; number: number }

/**
 * All marked tents of a check by id: by the server's facts, else by this phone's own marks. A saved
 * mark whose event the check includes does not stand where its tent is left: it was undone. `undone`:
 * undos whose events the check may not include yet.
 */
export function standingsOf(
  check: Pick<Check, 'checkId' | 'number' | 'tents' | 'marked'>,
  marks: readonly QueuedMark[],
  saved: readonly SavedMark[],
  undos: readonly WantedUndo[],
  undone: readonly Undone[],
): ReadonlyMap<string, Standing> {
  const wanted = new Set(undos.map(({ id, number, markId }) => `${id} ${number ?? markId}`))
  const isWanted = (id: string, mark: string | number | undefined) => wanted.has(`${id} ${mark}`)
  const standings = new Map<string, Standing>()
  const left = new Set(check.tents.map(({ id }) => id))
  for (const { tent, mark } of check.marked) {
    const isUndone = undone.some(
      ({ id, checkId, number }) =>
        id === tent.id && checkId === check.checkId && mark.number < number,
    )
    if (isUndone) {
      left.add(tent.id)
      continue
    }
    standings.set(tent.id, {
      outcome: mark.outcome,
      facts: mark,
      own: null,
      isUndoWanted: isWanted(tent.id, mark.number),
    })
  }
  const own = [...saved, ...marks.filter(({ phase }) => phase !== 'refused')]
  for (const mark of own) {
    const { id, checkId } = mark.body
    // A mark of an earlier check may still be unsent: it does not count here.
    if (checkId !== check.checkId || !left.has(id)) continue
    const [facts, waiting] = 'facts' in mark ? [mark.facts, null] : [null, mark]
    if (facts !== null && facts.number <= check.number) continue
    const isUndoWanted = isWanted(id, mark.markId) || isWanted(id, facts?.number)
    standings.set(id, { outcome: mark.outcome, facts, own: waiting, isUndoWanted })
  }
  return standings
}

/** The members that a mark counted, from its facts or as this phone sent it; none of a Miss. */
export function namesCounted({ facts, own }: Standing): readonly string[] {
  if (facts) return facts.present
  const { lastCheck = '' } = own?.body ?? {}
  return lastCheck === texts.noMembersSelected ? [] : membersOf({ members: lastCheck })
}

/** How many members a mark needs, by its facts or its tent; null: that is not known. */
export function requiredOf(
  { required = null }: Pick<ActiveTent, 'required'>,
  { facts }: Standing,
): number | null {
  return facts ? facts.required : required
}

/** The number of the mark's event; null: the server has not answered it. */
export function numberOf({ facts }: Standing): number | null {
  return facts?.number ?? null
}

/** Newest first: marks without an answer in the order of their taps, then by number. */
export function newestFirst(a: Standing, b: Standing): number {
  const [ofA, ofB] = [numberOf(a), numberOf(b)]
  if (ofA !== null && ofB !== null) return ofB - ofA
  if (ofA === null && ofB === null) return (b.own?.tappedAt ?? 0) - (a.own?.tappedAt ?? 0)
  return ofA === null ? -1 : 1
}

/** Is it this phone's mark, or this monitor's from another device? */
export function isOwn({ facts }: Standing, user: User): boolean {
  return facts === null || isMadeBy(user, facts)
}

/** Offer an undo? For one's own mark, and to super users. */
export function mayUndo(standing: Standing, user: User): boolean {
  return user.isSuperUser || isOwn(standing, user)
}

export type Marked = { tent: ActiveTent; standing: Standing }

/** The marked ones of these tents. */
export function markedOf(
  tents: readonly ActiveTent[],
  standings: ReadonlyMap<string, Standing>,
): Marked[] {
  return tents.flatMap((tent) => {
    const standing = standings.get(tent.id)
    return standing ? [{ tent, standing }] : []
  })
}

/** This monitor's marks, the newest first. */
export function ownNewestFirst(marked: readonly Marked[], user: User): Marked[] {
  return marked
    .filter(({ standing }) => isOwn(standing, user))
    .sort((a, b) => newestFirst(a.standing, b.standing))
}
