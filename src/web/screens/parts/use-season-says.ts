import { graceText, startNotes } from '../../season/start-notes.ts'
import { useSeason } from '../../season/use-season.ts'
import type { SeasonSays } from '../../tent-check/starting/season-says.ts'
import { deviceZone } from '../../ui/times.ts'

/** What the tent check needs of the season at this moment. */
export function useSeasonSays(): SeasonSays {
  const { data, dataUpdatedAt } = useSeason({ polls: true })
  if (data === undefined) return { notes: [], serverAheadMs: 0, grace: null }
  return {
    notes: startNotes(data, deviceZone()),
    serverAheadMs: Date.parse(data.now.at) - dataUpdatedAt,
    grace: graceText(data),
  }
}
