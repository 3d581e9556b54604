import type { ReactNode } from 'react'
import { graceText, startNotes, withoutPastGrace } from '../../season/start-notes.ts'
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

function useSays(polls: boolean): SeasonSays {
  const { data, dataUpdatedAt } = useSeason({ polls })
  if (data === undefined) return nothingSaid
  const serverAheadMs = Date.parse(data.now.at) - dataUpdatedAt
  const season = withoutPastGrace(data, Date.now() + serverAheadMs)
  return { notes: startNotes(season, deviceZone()), serverAheadMs, grace: graceText(season) }
}
