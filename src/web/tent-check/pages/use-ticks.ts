import { useCallback, useEffect, useRef, useState } from 'react'
import { type Ticks, withoutExcluded, withToggled } from './ticks.ts'
import { rememberedWork, rememberWork } from './unfinished-work.ts'

/**
 * The ticked members of a check, stored over a reload; never an excluded name. Of two tabs, each
 * writes the tents that it ticks; of one that both tick, the last counts.
 */
export function useTicks(netID: string, checkId: string, excluded: ReadonlySet<string>) {
  const [ticks, setTicks] = useState<Ticks>(() => new Map(rememberedWork(netID, checkId).chosen))

  const allowed = withoutExcluded(ticks, excluded)
  if (allowed !== ticks) setTicks(allowed)

  const written = useRef(ticks)
  useEffect(() => {
    const chosen = new Map(rememberedWork(netID, checkId).chosen)
    for (const [id, keys] of allowed) {
      if (keys !== written.current.get(id) || !chosen.has(id)) chosen.set(id, [...keys])
    }
    written.current = allowed
    rememberWork(netID, { checkId, chosen: [...chosen] })
  }, [netID, checkId, allowed])

  const toggle = useCallback((tentId: string, key: string) => {
    setTicks((before) => withToggled(before, tentId, key))
  }, [])
  return { ticks: allowed, toggle }
}
