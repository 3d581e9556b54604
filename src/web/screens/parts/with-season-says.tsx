import type { ReactNode } from 'react'
import { graceText, seasonAt, startNotes } from '../../season/start-notes.ts'
import { useSeason, useServerAheadMs } from '../../season/use-season.ts'
import {
  nothingSaid,
  type SeasonSays,
  SeasonSaysContext,
} from '../../tent-check/live/season-says.ts'
import { deviceZone } from '../../ui/times.ts'

/** Provides what the tent check needs of the season at this moment. */
export function WithSeasonSays({ children }: { children: ReactNode }) {
  return <SeasonSaysContext value={useSays}>{children}</SeasonSaysContext>
}

function useSays(polls: boolean): SeasonSays {
  const { data } = useSeason({ polls })
  const serverAheadMs = useServerAheadMs()
  if (data === undefined) return nothingSaid
  const season = seasonAt(data, Date.now() + serverAheadMs)
  return { notes: startNotes(season, deviceZone()), serverAheadMs, grace: graceText(season) }
}
