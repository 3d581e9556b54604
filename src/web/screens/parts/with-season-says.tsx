import type { ReactNode } from 'react'
import { graceText, startNotes } from '../../season/start-notes.ts'
import { useSeason } from '../../season/use-season.ts'
import {
  nothingSaid,
  type SeasonSays,
  SeasonSaysContext,
} from '../../tent-check/starting/season-says.ts'
import { deviceZone } from '../../ui/times.ts'

/** Provides what the tent check needs of the season at this moment. */
export function WithSeasonSays({ children }: { children: ReactNode }) {
  return <SeasonSaysContext value={useSays}>{children}</SeasonSaysContext>
}

function useSays(): SeasonSays {
  const { data, dataUpdatedAt } = useSeason({ polls: true })
  if (data === undefined) return nothingSaid
  return {
    notes: startNotes(data, deviceZone()),
    serverAheadMs: Date.parse(data.now.at) - dataUpdatedAt,
    grace: graceText(data),
  }
}
