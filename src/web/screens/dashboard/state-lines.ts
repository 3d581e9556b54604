import type { Announcement } from '../../../shared/pages/contract.ts'
import { isOver } from '../../pages/is-over.ts'
import { dashboardTexts } from './texts.ts'

/** How the announcements stand: `2 shown, 1 to come`. `now`: in milliseconds since 1970. */
export function announcedText(announcements: readonly Announcement[], now: number): string {
  const current = announcements.filter((one) => !isOver(one, now))
  if (current.length === 0) return 'None shown'
  const shown = current.filter(({ from }) => Date.parse(from) <= now).length
  const toCome = current.length - shown
  return [shown > 0 && `${shown} shown`, toCome > 0 && `${toCome} to come`]
    .filter(Boolean)
    .join(', ')
}

/** How a part of the dashboard stands, in a line; also while it loads, and if it could not be loaded. */
export function stateOf<Data>(
  { data, isError }: { data: Data | undefined; isError: boolean },
  textOf: (data: Data) => string,
): string {
  if (data !== undefined) return textOf(data)
  return isError ? dashboardTexts.stateFailed : dashboardTexts.stateLoading
}
