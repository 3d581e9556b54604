import { useMemo, useState } from 'react'
import type { User } from '../../shared/accounts/contract.ts'
import type { Presence } from '../../shared/tent-check/contract.ts'
import { lightOf } from './lights/light.ts'
import type { Check } from './live/picture.ts'
import type { QueuedMark, SavedMark } from './marks/mark-queue.ts'
import type { WantedUndo } from './marks/undo-queue.ts'
import type { PageChoice } from './pages/device-choices.ts'
import { allTents } from './pages/entries.ts'
import { mayUndo, type Standing, standingsOf, type Undone } from './pages/standings.ts'

type Overview = {
  check: Check | null
  page: PageChoice
  marks: readonly QueuedMark[]
  saved: readonly SavedMark[]
  undoing: readonly WantedUndo[]
  undone: readonly Undone[]
  user: User
  presence: readonly Presence[]
}

const none: Pick<Check, 'tents' | 'marked'> = { tents: [], marked: [] }
const noStandings: ReadonlyMap<string, Standing> = new Map()

/**
 * All tents of a check, in order, and how they stand; the facts at its top: tents left by page, who is
 * where, and the progress.
 */
export function useOverview(overview: Overview) {
  const { check, page, marks, saved, undoing, undone, user, presence } = overview
  const colleagues = useMemo(
    () => presence.filter(({ netID }) => netID !== user.netID),
    [presence, user.netID],
  )
  const { tents: unmarked, marked } = check ?? none
  const inOrder = useMemo(() => allTents({ tents: unmarked, marked }), [unmarked, marked])
  const tents = useSame(inOrder)
  const standings = useMemo(
    () => (check === null ? noStandings : standingsOf(check, marks, saved, undoing, undone)),
    [check, marks, saved, undoing, undone],
  )
  const counts = useMemo(() => {
    const left = (check?.pages ?? []).map(
      (_, index) =>
        tents.filter(({ id, groupIndex }) => groupIndex === index && !standings.has(id)).length,
    )
    const last = marked.reduce<Check['marked'][number] | null>(
      (latest, one) => (latest && latest.mark.number > one.mark.number ? latest : one),
      null,
    )
    const standing = last && standings.get(last.tent.id)
    return {
      here: typeof page === 'number' ? (left[page] ?? 0) : 0,
      left: left.join(' '),
      leftInAll: left.reduce((sum, count) => sum + count, 0),
      lights: tents
        .filter(({ groupIndex }) => typeof page !== 'number' || groupIndex === page)
        .map(({ id }) => lightOf[standings.get(id)?.outcome ?? 'none'])
        .join(''),
      last,
      mayUndoLast: standing ? mayUndo(standing, user) && !standing.isUndoWanted : false,
    }
  }, [check?.pages, page, tents, marked, standings, user])
  return { ...counts, tents, standings, colleagues }
}

/** The previous list if the new one has the same items in the same order: then none is redrawn. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list)
  const isSame = list.length === kept.length && list.every((one, place) => one === kept[place])
  if (!isSame) setKept(list)
  return isSame ? kept : list
}
