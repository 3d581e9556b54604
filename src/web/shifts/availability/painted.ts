import type { Availability } from '../../../shared/shifts/tent-shifts.ts'
import { keepInTab, paintedKey, readFromTab } from '../../api/storage-of-tab.ts'

/** An answer that is painted and not saved, and the saved one from which painting began. */
export type Painted = {
  answer: Availability
  base: { answeredAt: string | null; saved: Availability }
  /** What was sent to be saved upon this base; painting may have gone on since. */
  sent?: Availability
}

type All = Partial<Record<string, Painted>>

/** What this tab keeps of these times, also while other screens are shown. */
export function paintedBefore(whose: string): Painted | null {
  return readFromTab<All>(paintedKey)?.[whose] ?? null
}

/** null: there is nothing that is not saved. */
export function keepPainted(whose: string, painted: Painted | null): void {
  const { [whose]: before, ...others } = readFromTab<All>(paintedKey) ?? {}
  if (painted === null && before === undefined) return
  keepInTab(paintedKey, painted === null ? others : { ...others, [whose]: painted })
}
