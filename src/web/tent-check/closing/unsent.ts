import type { QueuedMark } from '../marks/mark-queue.ts'
import type { WantedUndo } from '../marks/undo-queue.ts'

/** What of this phone in a check the server has not answered: after the end it would not count. */
export type Unsent = {
  /** How many marks, undos and exclusions. */
  unsent: number
  /** Are undos or exclusions among them? */
  hasOthers: boolean
}

/** `names`: how many exclusions are not answered. */
export function unsentIn(
  checkId: string | null,
  marks: readonly QueuedMark[],
  undos: readonly WantedUndo[],
  names: number,
): Unsent {
  const ofCheck = marks.filter(({ body, phase }) => body.checkId === checkId && phase !== 'refused')
  const others = undos.filter((undo) => undo.checkId === checkId).length + names
  return { unsent: ofCheck.length + others, hasOthers: others > 0 }
}
