import type { Availability } from '../../../shared/shifts/tent-shifts.ts'
import { keepOneInTab, paintedKey, readOneFromTab } from '../../api/storage-of-tab.ts'

/** An answer that is painted and not saved, and the saved one from which painting began. */
export type Painted = {
  answer: Availability
  base: { answeredAt: string | null; saved: Availability }
  /** What was sent to be saved upon this base; painting may have gone on since. */
  sent?: Availability
}

/** What this tab keeps of these times, also while other screens are shown. */
export function paintedBefore(whose: string): Painted | null {
  return readOneFromTab(paintedKey, whose)
}

/** null: there is nothing that is not saved. */
export function keepPainted(whose: string, painted: Painted | null): void {
  keepOneInTab(paintedKey, whose, painted)
}
