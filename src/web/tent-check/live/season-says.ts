import { createContext, useContext } from 'react'

/** What the season says about this moment; given by the screen, which knows the rules. */
export type SeasonSays = {
  /** Reasons not to start a check now, in sentences. */
  notes: readonly string[]
  /** By how many milliseconds the server's clock is ahead of this device's; 0 until known. */
  serverAheadMs: number
  /** `Grace until 3:16 AM`, to tell the tents; null: there is none. */
  grace: string | null
}

export const nothingSaid: SeasonSays = { notes: [], serverAheadMs: 0, grace: null }

/** The screen provides a hook, so that the season is asked for only where a part uses it. */
export const SeasonSaysContext = createContext((_polls: boolean): SeasonSays => nothingSaid)

/** `polls`: asks again and again, for a part that shows what changes while it is looked at. */
export function useSeasonSays({ polls = false }: { polls?: boolean } = {}): SeasonSays {
  const useSays = useContext(SeasonSaysContext)
  return useSays(polls)
}
