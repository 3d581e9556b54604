import { sameMemberOverlap } from './overlap.ts'
import type { movesOf } from './swaps.ts'
import type { Assignment } from './tent-shifts.ts'

/** The locks with one more; those of its member that it overlaps become one with it. */
export function withLock(locks: readonly Assignment[], added: Assignment): Assignment[] {
  const joined = locks.filter((lock) => sameMemberOverlap(lock, added))
  const all = [added, ...joined]
  const from = all.map((lock) => lock.from).reduce((a, b) => (a < b ? a : b))
  const until = all.map((lock) => lock.until).reduce((a, b) => (a > b ? a : b))
  const others = locks.filter((lock) => !joined.includes(lock))
  return [...others, { memberId: added.memberId, from, until }]
}

/** The locks after shifts went to other members: what was locked of a shift stays so with it. */
export function locksAfter(
  locks: readonly Assignment[],
  moves: ReturnType<typeof movesOf>,
): Assignment[] {
  const moved: Assignment[] = []
  let stay: Assignment[] = [...locks]
  for (const { shift, to } of moves) {
    stay = stay.flatMap((lock) => {
      if (!sameMemberOverlap(lock, shift)) return [lock]
      const from = lock.from > shift.from ? lock.from : shift.from
      const until = lock.until < shift.until ? lock.until : shift.until
      moved.push({ memberId: to, from, until })
      const rest = [
        { ...lock, until: from },
        { ...lock, from: until },
      ]
      return rest.filter((part) => part.from < part.until)
    })
  }
  return moved.reduce(withLock, stay)
}
